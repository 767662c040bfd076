/**
 * From the arrival of a notification to the completed action, by keyboard, wide and narrow; and two users at the same
 * row.
 */
import type { Page } from 'playwright-core';
import { VIEWS, overflows, settled, violations } from './support/axe';
import { enterAs } from './support/enterAs';
import { supplier, type Sheet } from './support/timesheets';
import { useWorld } from './support/world';

const world = useWorld();
const FACILITY = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };

const row = (page: Page, { number }: Sheet) => page.locator('.note', { hasText: String(number) }).first();
const ready = (page: Page, sheet: Sheet) => row(page, sheet).getByRole('button', { name: 'Approve' }).waitFor();

const hasFocus = (page: Page, { number }: Sheet) =>
  page
    .waitForFunction(
      (text) => document.activeElement?.closest('.note')?.textContent?.includes(text) === true,
      String(number),
      { timeout: 1_000 },
    )
    .then(
      () => true,
      () => false,
    );

/**
 * The notification may arrive after the page opens; each key press goes to the newest, also while the panel is open.
 */
async function goToNewest(page: Page, sheet: Sheet): Promise<void> {
  for (let presses = 1; ; presses += 1) {
    await page.keyboard.press('Alt+n');
    if (await hasFocus(page, sheet)) break;
    if (presses === MOST_PRESSES)
      throw new Error(`Alt+N does not reach the row of ${sheet.number}, but ${await focusOf(page)}`);
  }
  await ready(page, sheet);
}
/** A second each. */
const MOST_PRESSES = 60;
const focusOf = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement?.closest('.note') ?? document.activeElement)?.textContent ?? 'nothing');

/** Holds the next request to `url` until `release` is called. */
async function hold(page: Page, url: string): Promise<{ release: () => void }> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    url,
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return { release };
}

it('two keys lead from the arrival to the approval, one more undoes it; wide and narrow, light and dark', async () => {
  const submit = await supplier(world.product.url);
  const { page, troubles, context } = await enterAs(world, FACILITY, '/', { reducedMotion: 'reduce', bypassCSP: true });
  await page.getByRole('button', { name: /^Notifications/ }).waitFor();
  const sheet = await submit();
  await goToNewest(page, sheet);
  await page.keyboard.press('1');
  await row(page, sheet)
    .getByText(/you approved it\./)
    .waitFor();
  await row(page, sheet).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await row(page, sheet).getByText('It has been undone.').waitFor();
  await ready(page, sheet);

  const found: Record<string, readonly string[]> = {};
  for (const { colorScheme, size, rules } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settled(page);
    found[`${colorScheme} ${size.width}`] = await violations(page, rules, '[role="dialog"]');
    if (await overflows(page)) found[`cut off ${size.width}`] = ['wider than the window'];
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
  expect(troubles).toEqual([]);
  await context.close();
});

it('on a narrow screen a dispute is written by keyboard; the second user reads what happened on the row', async () => {
  const submit = await supplier(world.product.url);
  const { page, troubles, context } = await enterAs(world, FACILITY, '/', { reducedMotion: 'reduce' });
  const office = await enterAs(world, MANAGER, '/vms/profile/notifications', { reducedMotion: 'reduce' });
  // Long before the request, because a request sent during route setup may bypass the route.
  const held = await hold(office.page, '**/api-job/v1/records/timesheet/actions');
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = await submit();
  for (const each of [page, office.page]) await goToNewest(each, sheet);
  // The office clicks first, but its request is held until the dispute has been written.
  const pressed = office.page.waitForRequest('**/api-job/v1/records/timesheet/actions');
  await office.page.keyboard.press('1');
  await pressed;

  await page.keyboard.press('2');
  await page.getByRole('textbox', { name: 'Reason' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.type('Wrong rate');
  await page.keyboard.press('Control+Enter');
  await row(page, sheet)
    .getByText(/you disputed it\./)
    .waitFor();

  held.release();
  await row(office.page, sheet)
    .getByText(/Approve: not done\. .+ was changed by .+ It is now: Disputed\./)
    .waitFor();
  expect([troubles, office.troubles]).toEqual([[], []]);
  await context.close();
  await office.context.close();
});
