/**
 * From the arrival of a notification to the completed action, by keyboard, wide and narrow; and two users at the same
 * row.
 */
import type { Page } from 'playwright-core';
import { VIEWS, overflows, settled, violations } from './support/axe';
import { enterLive } from './support/enterAs';
import { supplier, type Sheet } from './support/timesheets';
import { useWorld } from './support/world';

const world = useWorld();
const FACILITY = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
/** The panel and the toasts are the same on every page; this one loads little. */
const PAGE_OF_FACILITY = '/facility/profile/notifications';

const row = (page: Page, { number }: Sheet) => page.locator('.note', { hasText: String(number) }).first();
const ready = (page: Page, sheet: Sheet) => row(page, sheet).getByRole('button', { name: 'Approve' }).waitFor();

/** One key leads from the toast to the row, once it can be decided. */
async function goToNewest(page: Page, sheet: Sheet): Promise<void> {
  await page.locator('.toast', { hasText: String(sheet.number) }).waitFor();
  await page.keyboard.press('Alt+n');
  await page.waitForFunction(
    (text) => document.activeElement?.closest('.note')?.textContent?.includes(text),
    String(sheet.number),
  );
  await ready(page, sheet);
}

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
  const { page, troubles, context } = await enterLive(world, FACILITY, PAGE_OF_FACILITY, {
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
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
  const { page, troubles, context } = await enterLive(world, FACILITY, PAGE_OF_FACILITY, { reducedMotion: 'reduce' });
  const office = await enterLive(world, MANAGER, '/vms/profile/notifications', { reducedMotion: 'reduce' });
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
