/**
 * One row per record: its history in place, actions on the whole row, a row that others settle, and the way from the
 * arrival to the completed action by keyboard.
 */
import type { Page } from 'playwright-core';
import { flaws } from './support/axe';
import { enterLive } from './support/enterAs';
import { facility, supplier, type Sheet } from './support/timesheets';
import { useWorld } from './support/world';

const world = useWorld();
const FACILITY = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
/** The panel and the toasts are the same on every page; these load little. */
const PAGE = '/vms/profile/notifications';
const PAGE_OF_FACILITY = '/facility/profile/notifications';

const row = (page: Page, { number }: Sheet) => page.locator('.note', { hasText: String(number) });
const isFocused = (page: Page, { number }: Sheet) =>
  page.waitForFunction((text) => document.activeElement?.closest('.note')?.textContent?.includes(text), String(number));
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

it('by keyboard: a timesheet is one row; its history opens, the whole row is marked as done and restored, wide and narrow, light and dark', async () => {
  const submit = await supplier(world.product.url);
  const decide = await facility(world.product.url);
  const { page, troubles, context } = await enterLive(world, MANAGER, PAGE, { reducedMotion: 'reduce' });
  const sheet = await submit();
  await decide('dispute', sheet, { reason: 'Wrong rate' });
  await page.locator('.toast', { hasText: 'disputed' }).waitFor();
  await page.keyboard.press('Alt+n');
  await isFocused(page, sheet);
  expect(await row(page, sheet).count()).toBe(1);
  await row(page, sheet).getByRole('button', { name: '1 earlier notification' }).waitFor();
  await page.keyboard.press('h');
  const history = row(page, sheet).getByRole('list', { name: /^Earlier: / });
  await history.getByText('Disputed by').waitFor();
  expect(await history.getByRole('listitem').count()).toBe(1);

  expect(await flaws(page, '[role="dialog"]')).toEqual({});

  await row(page, sheet).locator('a.note-subject').focus();
  await page.keyboard.press('e');
  await page.getByText(/^Done: .+, and 1 more about it$/).waitFor();
  await row(page, sheet).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, sheet).waitFor();
  await page.reload();
  await bell(page).click();
  await page.getByRole('tab', { name: /Back Office/ }).click();
  await row(page, sheet).getByRole('button', { name: '1 earlier notification' }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

it('a decision by another user settles the row on screen: it names the user and offers no actions', async () => {
  const submit = await supplier(world.product.url);
  const decide = await facility(world.product.url);
  const { page, troubles, context } = await enterLive(world, MANAGER, PAGE, { reducedMotion: 'reduce' });
  const sheet = await submit();
  await page.locator('.toast', { hasText: String(sheet.number) }).waitFor();
  await page.keyboard.press('Alt+n');
  await isFocused(page, sheet);
  await row(page, sheet).getByRole('button', { name: 'Approve' }).waitFor();
  await decide('approve', sheet);
  await row(page, sheet)
    .getByText(/^Approved by /)
    .waitFor();
  await row(page, sheet).getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
  expect(await row(page, sheet).evaluate((element) => element.classList.contains('is-new'))).toBe(false);
  expect(troubles).toEqual([]);
  await context.close();
});

const ready = (page: Page, sheet: Sheet) => row(page, sheet).getByRole('button', { name: 'Approve' }).waitFor();

/** One key leads from the toast to the row, once it can be decided. */
async function goToNewest(page: Page, sheet: Sheet): Promise<void> {
  await page.locator('.toast', { hasText: String(sheet.number) }).waitFor();
  await page.keyboard.press('Alt+n');
  await isFocused(page, sheet);
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
  const { page, troubles, context } = await enterLive(world, FACILITY, PAGE_OF_FACILITY, { reducedMotion: 'reduce' });
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

  expect(await flaws(page, '[role="dialog"]')).toEqual({});
  expect(troubles).toEqual([]);
  await context.close();
});

it('on a narrow screen a dispute is written by keyboard; the second user reads what happened on the row', async () => {
  const submit = await supplier(world.product.url);
  const { page, troubles, context } = await enterLive(world, FACILITY, PAGE_OF_FACILITY, { reducedMotion: 'reduce' });
  const office = await enterLive(world, MANAGER, PAGE, { reducedMotion: 'reduce' });
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
