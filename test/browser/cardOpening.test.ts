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
/** The notes since the last call. */
const newNotes = () => page.evaluate(() => (window as unknown as { notes: string[] }).notes.splice(0));

async function openAndReturn(reducedMotion: 'reduce' | 'no-preference') {
  await page.emulateMedia({ reducedMotion });
  const number = page.locator(NUMBER).first();
  await number.waitFor();
  // The click handler arrives after the cards, with their changes.
  await page.waitForLoadState('networkidle');
  const href = await number.getAttribute('href');
  const card = await number.evaluate((each) => each.closest('section')?.getAttribute('aria-labelledby'));
  await number.click();
  await page.locator('.list-screen').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(href);
  await page.locator('.data-table tbody td').first().waitFor();
  await page.goBack();
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
  expect(notes.length).toBe(2);
  // On a busy machine the new page may be drawn only after the layout has settled.
  expect([`${card} > list-screen`, `${card} > `]).toContain(notes[0]);
  expect([`list-screen > ${card}`, `list-screen > `]).toContain(notes[1]);
});

it('opens and closes without animation if the user prefers reduced motion', async () => {
  expect((await openAndReturn('reduce')).notes).toEqual([]);
});
