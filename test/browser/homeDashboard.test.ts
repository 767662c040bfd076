/** The home dashboard in the built product, over the demo's data: from a number to its rows, and what is saved. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { cases } from '../support/cases';
import { flaws, settled } from './support/axe';
import { blended, newBlendings, noteBlendings } from './support/blendings';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { listTotal } from './support/listTotal';
import { openAll, outsideOf, popupsOf } from './support/popups';
import { useWorld } from './support/world';
const world = useWorld();

async function at(userName: string, organizationCode: string, path: string) {
  const person = await enterAs(world, { userName, organizationCode }, path);
  await loaded(person.page);
  return person;
}
/** The manager's page, shared by all tests about the manager. */
let page: Page;
let context: BrowserContext;
let troubles: readonly string[];
beforeAll(async () => ({ page, context, troubles } = await at('vms.manager', 'MERIDIAN', '/vms/dashboard')));

/** The address names the filter, because a tab keeps the one applied last. */
async function managerAt(filter = 'frame=MONTHLY_LAST_THIRTY_DAYS'): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: null, colorScheme: null });
  await goTo(page, `/vms/dashboard?${filter}`);
  await loaded(page);
}
const card = (page: Page, name: string) =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name }) });
const titles = (page: Page) => page.locator('.card-head h2').allInnerTexts();
/** All cards have their numbers, for the filter in the address. */
async function loaded(page: Page): Promise<void> {
  await page.locator('section.card').first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('section.card')].every(
      (each) => each.querySelector('.card-foot') !== null && each.getAttribute('aria-busy') !== 'true',
    ),
  );
}

/** The layout shift while the page reloads, as Chromium sums it up: 0 is none, 1 is the whole window by its height. */
async function shiftOf(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 900 });
  await page.reload();
  await loaded(page);
  await settled(page);
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const counting = window as unknown as { shifted: number };
    counting.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) counting.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

type Clicked = Window & { clickedAt?: number };

/** Runs in the page: where it is scrolled to when the next click arrives, because the click may scroll it, too. */
function notePlaceOfClick(): void {
  addEventListener('click', () => ((window as Clicked).clickedAt = window.scrollY), { capture: true, once: true });
}

/** Runs in the page. A toast makes the page longer, so without it the end may be nearer. */
const isBackAt = (top: number): boolean =>
  Math.abs(window.scrollY - Math.min(top, document.documentElement.scrollHeight - window.innerHeight)) < 40;

const NUMBERS: readonly (readonly [card: string, label: string])[] = [
  ['Submissions', 'Qualified'],
  ['Compliance', '76-99%'],
  ['Invoicing', 'Due'],
  ['Jobs', 'Open With Submissions'],
  ['Timesheet', 'Approved'],
  ['Assignments', 'Extension Due'],
];
/** Other users' links work the same way; server tests prove that each list matches its number. */
const FOLLOWED = NUMBERS.slice(0, cases('cards followed to their rows', { usual: 3, long: 6 }));
const IN_ANOTHER_TAB = 'Compliance';

test('a number opens exactly its rows, with the filters, and Back restores the position and the focus', async () => {
  await managerAt('frame=QUARTERLY_LAST_NINETY_DAYS&jobType=TRAVEL');
  for (const [name, label] of FOLLOWED) {
    const link = card(page, name).getByRole('link', { name: new RegExp(`^${label} `) });
    const count = Number((await link.locator('.legend-count').innerText()).replace(/,/g, ''));
    const copied = await link.getAttribute('href');
    await link.scrollIntoViewIfNeeded();
    await page.evaluate(notePlaceOfClick);
    await link.click();
    const left = await page.evaluate(() => (window as Clicked).clickedAt);
    expect(left).toBeDefined();
    expect([name, label, await listTotal(page)]).toEqual([name, label, count]);
    if (name === IN_ANOTHER_TAB) {
      const other = await context.newPage();
      await other.goto(world.product.url + copied);
      expect(await listTotal(other)).toBe(count);
      await other.close();
    }
    await page.goBack();
    await loaded(page);
    expect(page.url()).toContain('frame=QUARTERLY_LAST_NINETY_DAYS');
    await page.waitForFunction(isBackAt, left!);
    await page.waitForFunction((href) => document.activeElement?.getAttribute('href') === href, copied);
  }
  expect(troubles).toEqual([]);
});

test('a facility is chosen in the drawer, saved as the default search, and applied in the next session', async () => {
  await managerAt();
  const submissions = card(page, 'Submissions').locator('.card-foot strong').first();
  const all = await submissions.innerText();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.locator('summary').filter({ hasText: 'Facility' }).click();
  const first = drawer.getByRole('checkbox').first();
  await first.focus();
  await page.keyboard.press('Space');
  await drawer.getByText('Changed, not applied yet').waitFor();
  // Unticking the last value keeps its section open and the focus where it is.
  await page.keyboard.press('Space');
  await drawer.getByText('Changed, not applied yet').waitFor({ state: 'detached' });
  expect(await first.evaluate((box) => box === document.activeElement && box.closest('details')?.open)).toBe(true);
  await first.check();
  await drawer.getByText('Changed, not applied yet').waitFor();
  await drawer.getByRole('button', { name: 'Save as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  expect(await dialog.getByRole('button', { name: 'Save & Apply' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Search name').fill('   ');
  expect(await dialog.getByRole('button', { name: 'Save & Apply' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Search name').fill('One facility');
  await dialog.getByRole('checkbox', { name: /^Default/ }).check();
  await dialog.getByRole('button', { name: 'Save & Apply' }).click();
  await page.waitForURL(/client=[0-9a-f-]{36}/);
  await page.getByText("The search 'One facility' has been saved.").waitFor();
  await page.waitForFunction((before) => document.querySelector('.card-foot strong')?.textContent !== before, all);
  const one = await submissions.innerText();

  // Another tab starts its own session: the default search applies, and the bar says so.
  const again = await context.newPage();
  await again.goto(`${world.product.url}/vms/dashboard`);
  await again.getByText('Saved search: One facility').waitFor();
  await loaded(again);
  expect(await card(again, 'Submissions').locator('.card-foot strong').first().innerText()).toBe(one);
  await again.close();

  if ((await page.getByRole('dialog', { name: 'Filters' }).count()) > 0) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear All' }).click();
  await page.waitForFunction((wanted) => document.querySelector('.card-foot strong')?.textContent === wanted, all);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(/client=/);

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('tab', { name: 'Saved Filters' }).click();
  const saved = page.locator('.saved-filter').filter({ hasText: 'One facility' });
  await saved.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Are you sure you want to delete this saved search?').waitFor();
  await page.getByRole('dialog', { name: 'Confirmation' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText("The search 'One facility' has been deleted.").waitFor();
  expect(troubles).toEqual([]);
});

test('cards are moved by keyboard, stay moved after a reload, and the move can be undone; table and file have the figures of the legend, and a reduced choice of statuses persists', async () => {
  await managerAt();
  expect(await titles(page)).toEqual(['Submissions', 'Jobs', 'Assignments', 'Compliance', 'Timesheet', 'Invoicing']);
  await page.getByRole('button', { name: 'Move Jobs' }).focus();
  const kept = page.waitForResponse((response) => response.url().endsWith('/preferences/widgets'));
  await page.keyboard.press('ArrowUp');
  expect((await titles(page)).slice(0, 2)).toEqual(['Jobs', 'Submissions']);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Jobs');
  expect((await kept).status()).toBe(200);
  await page.reload();
  await loaded(page);
  expect((await titles(page)).slice(0, 2)).toEqual(['Jobs', 'Submissions']);
  await page.getByRole('button', { name: 'Widgets' }).click();
  const undone = page.waitForResponse((response) => response.url().endsWith('/preferences/widgets'));
  await page.getByRole('button', { name: 'Reset to default' }).click();
  expect((await undone).status()).toBe(200);
  expect((await titles(page)).slice(0, 2)).toEqual(['Submissions', 'Jobs']);

  const jobs = card(page, 'Jobs');
  await jobs.getByRole('button', { name: 'Jobs as a table' }).click();
  await jobs.locator('.chart-table').waitFor();
  const legend = await jobs.locator('.legend-count').allInnerTexts();
  expect(await jobs.locator('.chart-table tbody td').allInnerTexts()).toEqual(
    legend.map((text) => text.replace(/,/g, '')),
  );
  await jobs.getByRole('button', { name: 'Save Jobs' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of the numbers' }).click(),
  ]);
  const lines = readFileSync(await saved.path(), 'utf8').split('\r\n');
  expect([saved.suggestedFilename(), lines[0]]).toEqual(['Jobs.csv', '\uFEFFJobs,Count,Share,Counted']);
  expect(lines.slice(1, 1 + legend.length).map((line) => line.split(',')[1])).toEqual(
    legend.map((text) => text.replace(/,/g, '')),
  );
  await jobs.getByRole('button', { name: /^Statuses of Jobs/ }).click();
  await jobs.getByRole('checkbox', { name: 'On-Hold' }).uncheck();
  const chosen = page.waitForResponse((response) => response.url().endsWith('/preferences/statuses'));
  await page.keyboard.press('Escape');
  expect((await chosen).status()).toBe(200);
  await page.reload();
  await loaded(page);
  expect(await card(page, 'Jobs').locator('.legend-label').allInnerTexts()).not.toContain('On-Hold');
  expect(troubles).toEqual([]);
});

const boxOf = async (place: Locator) => (await place.boundingBox())!;

/** Drags by the mouse, once the code for it is loaded. */
async function drag(page: Page, list: string, from: Locator, to: Locator): Promise<void> {
  await page.waitForFunction(
    (selector) => Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('Sortable')),
    list,
  );
  const [start, end] = [await boxOf(from), await boxOf(to)];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + 12, end.y + end.height / 2, { steps: 12 });
  // Over the place itself, after the others have made room.
  await page.mouse.move(end.x + 10, end.y + end.height / 2, { steps: 2 });
  await page.mouse.up();
}

test('cards are moved by the mouse, by their grips and in the list of widgets', async () => {
  await managerAt();
  const moved = () => page.waitForResponse((response) => response.url().endsWith('/preferences/widgets'));
  const byGrip = moved();
  await drag(page, '.card-grid', page.locator('#card-grip-JOBS'), page.locator('#card-SUBMISSIONS'));
  expect((await byGrip).status()).toBe(200);
  expect((await titles(page)).slice(0, 3)).toEqual(['Jobs', 'Submissions', 'Assignments']);
  await page.getByRole('button', { name: 'Widgets' }).click();
  const item = (name: string) => page.locator('.order-item').filter({ hasText: name }).locator('.order-grip');
  const inList = moved();
  await drag(page, '.order-list', item('Submissions'), item('Jobs'));
  expect((await inList).status()).toBe(200);
  await page.keyboard.press('Escape');
  expect((await titles(page)).slice(0, 3)).toEqual(['Submissions', 'Jobs', 'Assignments']);
  expect(troubles).toEqual([]);
});

/** Their invoices have this title; the hidden amounts and filters belong to others. */
async function seesOnlyOwnFigures(page: Page, invoices: string, hidden: readonly string[]): Promise<void> {
  expect(await titles(page)).toContain(invoices);
  const text = await page.locator('.card-grid').innerText();
  for (const each of hidden) expect(text).not.toContain(each);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const fields = await page.locator('details.filter-field summary').allInnerTexts();
  expect(fields.filter((each) => each === 'Supplier' || each === 'Sales Rep')).toEqual([]);
}

test('a supplier sees only its own figures; the three tiles of its jobs are wider than the four of others, and the chart of assignments is 200 px high', async () => {
  await managerAt();
  const hot = (page: Page) => boxOf(card(page, 'Jobs').locator('.tile').filter({ hasText: 'Hot Jobs' }));
  const rightOf = async (place: Locator) => {
    const { x, width } = await boxOf(place);
    return x + width;
  };
  const ours = await hot(page);
  expect((await boxOf(page.locator('.card-chart.is-low'))).height).toBe(200);
  const supplier = await at('agency.recruiter', 'SUMMIT', '/supplier/dashboard');
  const tiles = card(supplier.page, 'Jobs').locator('.card-tiles');
  expect(await tiles.locator('.tile').count()).toBe(3);
  expect((await hot(supplier.page)).width).toBeGreaterThan(ours.width * 1.2);
  expect(await rightOf(tiles.locator('.tile').last())).toBeCloseTo(await rightOf(tiles), 0);
  // The tiles of the other cards keep their size.
  const { width } = await boxOf(card(supplier.page, 'Compliance').locator('.tile').first());
  expect(width).toBeLessThan((await hot(supplier.page)).width);
  const others = ['Total due', 'Pending Review', 'Pending Approval', 'Total pending'];
  await seesOnlyOwnFigures(supplier.page, 'Reverse Invoicing', others);
  expect(supplier.troubles).toEqual([]);
});

test('nothing moves during loading; at three widths everything that opens fits the window; there are two columns at any width, numbers come before charts on a phone, and a print shows the screen', async () => {
  await managerAt();
  await watchShifts(page);
  for (const width of [1440, 390]) expect(await shiftOf(page, width)).toBeLessThanOrEqual(0.02);
  const part = ':is(.page-head, .dashboard)';
  const names = expect.arrayContaining(['Saved filter: Saved filter', 'Criteria', 'Widgets', 'Save Jobs']);
  // layout.test.ts opens them at the other widths.
  for (const width of [1440, 390]) expect(await popupsOf(page, part, width)).toEqual(names);
  expect(await openAll(page, part, 820)).toEqual({ names, outside: [] });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  expect(await outsideOf(page.getByRole('dialog', { name: 'Filters' }), 820)).toBeNull();
  await page.keyboard.press('Escape');
  const boxes = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  await page.setViewportSize({ width: 2560, height: 1200 });
  await settled(page);
  const [first, second, third] = await boxes('section.card');
  expect(second!.top).toBe(first!.top);
  expect(third!.top).toBeGreaterThan(first!.top);
  await page.setViewportSize({ width: 390, height: 900 });
  await settled(page);
  const before = await page
    .locator('.card-figure')
    .evaluateAll((all) =>
      all.map((each) =>
        ['.card-legends', '.card-chart'].map((part) => each.querySelector(part)!.getBoundingClientRect().top),
      ),
    );
  expect(before.map(([numbers = 0, chart = 0]) => numbers < chart)).toEqual(before.map(() => true));
  await card(page, 'Compliance').getByRole('button', { name: 'Booked' }).click();
  await page.waitForURL(/files=BOOKED/);
  await loaded(page);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.card-toggle button:visible').allInnerTexts()).toEqual(['Booked', 'Supplier']);
  expect(await page.locator('.notices:visible, .toasts:visible, .card-tools:visible').count()).toBe(0);
  // A chart that is not drawn has no colored pixels.
  const drawn = await page.locator('.chart canvas').evaluateAll((all) =>
    all.map((each) => {
      const canvas = each as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value !== 0);
    }),
  );
  expect(drawn).toEqual(Array.from({ length: 6 }, () => true));
  expect(troubles).toEqual([]);
});

test('axe finds nothing and nothing is cut off at three widths, light and dark, also with the filters open', async () => {
  await managerAt();
  expect(await flaws(page)).toEqual({});
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.locator('details.filter-field').first().waitFor();
  expect(await flaws(page, '[role="dialog"]')).toEqual({});
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await managerAt('board=1&jobType=TRAVEL');
  await page.locator('.needs-you li').first().waitFor();
  expect(await page.locator('.filter-source').innerText()).toContain('Job Type: Travel');
  // The whole dashboard fits the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
  // A wall display has no controls.
  expect(await page.locator('.is-wall-display :is(a, button, input, select):visible').count()).toBe(0);
  expect(await flaws(page)).toEqual({});
});

/** Animated unless the user prefers reduced motion. The last tests: the page's clock stays replaced. */
describe('a card that opens into its list and closes from it', () => {
  beforeAll(async () => {
    await managerAt();
    await page.clock.install();
    await noteBlendings(page);
  });

  async function openAndReturn(reducedMotion: 'reduce' | 'no-preference') {
    const isAnimated = reducedMotion === 'no-preference';
    await page.emulateMedia({ reducedMotion });
    const number = page.locator('.card-grid .legend-row[href]').first();
    await number.waitFor();
    // The click handler arrives after the cards, with their changes.
    await page.waitForLoadState('networkidle');
    const href = await number.getAttribute('href');
    const card = await number.evaluate((each) => each.closest('section')?.getAttribute('aria-labelledby'));
    await blended(page, isAnimated ? 1 : 0, () => number.click());
    await page.locator('.list-screen').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(href);
    await page.locator('.data-table tbody td').first().waitFor();
    await blended(page, isAnimated ? 2 : 0, () => page.goBack());
    await page.waitForFunction(
      ([selector, to]) =>
        document.activeElement?.matches(selector) && document.activeElement.getAttribute('href') === to,
      ['.card-grid .legend-row', href] as const,
    );
    expect(await page.locator('.list-screen').count()).toBe(0);
    const blendings = await newBlendings(page);
    // After the animation has ended.
    await page.waitForFunction(
      () => ![...document.querySelectorAll<HTMLElement>('*')].some(({ style }) => style.viewTransitionName),
    );
    expect(troubles).toEqual([]);
    return { card, blendings };
  }

  test('is blended into its list and out of it again, and nothing is left of that', async () => {
    const { card, blendings } = await openAndReturn('no-preference');
    expect(blendings).toEqual([`${card} > list-screen`, `list-screen > ${card}`]);
  });

  test('opens and closes without animation if the user prefers reduced motion', async () => {
    expect((await openAndReturn('reduce')).blendings).toEqual([]);
  });
});
