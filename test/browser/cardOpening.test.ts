/**
 * A card opens into its list and closes from it, animated unless the user prefers reduced motion; Back returns to the
 * clicked number.
 */
import type { Page } from 'playwright-core';
import { enterAs } from './support/enterAs';
import { useWorld } from './support/world';

const world = useWorld();
const WHO = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const NUMBER = '.card-grid .legend-row[href]';

let page: Page;
let troubles: readonly string[];
beforeAll(async () => {
  ({ page, troubles } = await enterAs(world, WHO, '/vms/dashboard', { reducedMotion: 'no-preference' }));
  await page.clock.install();
  await page.evaluate(noteBlendings);
});

/** Records the start and end of each view transition, by the elements that have its name. */
function noteBlendings(): void {
  const notes: string[] = [];
  Object.assign(window, { notes });
  const named = () => {
    const all = [...document.querySelectorAll<HTMLElement>('section')];
    const found = all.filter((each) => each.style.viewTransitionName !== '');
    return found.map((each) => each.getAttribute('aria-labelledby') ?? each.className).join(' ');
  };
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (given) => {
    const change = given as () => Promise<void>;
    return start(async () => {
      const before = named();
      await change();
      notes.push(`${before} > ${named()}`);
    });
  };
}
type Noting = Window & { readonly notes: string[] };
/** The notes since the last call. */
const newNotes = () => page.evaluate(() => (window as unknown as Noting).notes.splice(0));

/**
 * Does the step, and waits until it has this many notes in all. A page that is drawn late comes without an animation:
 * meanwhile the time of the page stands still.
 */
async function noted(count: number, step: () => Promise<unknown>): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await step();
  await page.waitForFunction((due) => (window as unknown as Noting).notes.length >= due, count);
  await page.clock.resume();
}

async function openAndReturn(reducedMotion: 'reduce' | 'no-preference') {
  const isAnimated = reducedMotion === 'no-preference';
  await page.emulateMedia({ reducedMotion });
  const number = page.locator(NUMBER).first();
  await number.waitFor();
  // The click handler arrives after the cards, with their changes.
  await page.waitForLoadState('networkidle');
  const href = await number.getAttribute('href');
  const card = await number.evaluate((each) => each.closest('section')?.getAttribute('aria-labelledby'));
  await noted(isAnimated ? 1 : 0, () => number.click());
  await page.locator('.list-screen').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(href);
  await page.locator('.data-table tbody td').first().waitFor();
  await noted(isAnimated ? 2 : 0, () => page.goBack());
  await page.waitForFunction(
    ([selector, to]) => document.activeElement?.matches(selector) && document.activeElement.getAttribute('href') === to,
    ['.card-grid .legend-row', href] as const,
  );
  expect(await page.locator('.list-screen').count()).toBe(0);
  const notes = await newNotes();
  // After the animation has ended.
  await page.waitForFunction(
    () => ![...document.querySelectorAll<HTMLElement>('*')].some(({ style }) => style.viewTransitionName),
  );
  expect(troubles).toEqual([]);
  return { card, notes };
}

it('is blended into its list and out of it again, and nothing is left of that', async () => {
  const { card, notes } = await openAndReturn('no-preference');
  expect(notes).toEqual([`${card} > list-screen`, `list-screen > ${card}`]);
});

it('opens and closes without animation if the user prefers reduced motion', async () => {
  expect((await openAndReturn('reduce')).notes).toEqual([]);
});
