/** One row per record: its history in place, actions on the whole row, and a row that is settled by others. */
import type { Page } from 'playwright-core';
import { VIEWS, overflows, settled, violations } from './support/axe';
import { enterLive } from './support/enterAs';
import { facility, supplier, type Sheet } from './support/timesheets';
import { useWorld } from './support/world';

const world = useWorld();
const MANAGER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
/** The panel and the toasts are the same on every page; this one loads little. */
const PAGE = '/vms/profile/notifications';

const row = (page: Page, { number }: Sheet) => page.locator('.note', { hasText: String(number) });
const isFocused = (page: Page, { number }: Sheet) =>
  page.waitForFunction((text) => document.activeElement?.closest('.note')?.textContent?.includes(text), String(number));
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

it('by keyboard: a timesheet is one row; its history opens, the whole row is marked as done and restored, wide and narrow, light and dark', async () => {
  const submit = await supplier(world.product.url);
  const decide = await facility(world.product.url);
  const { page, troubles, context } = await enterLive(world, MANAGER, PAGE, {
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
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

  const found: Record<string, readonly string[]> = {};
  for (const { colorScheme, size, rules } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settled(page);
    found[`${colorScheme} ${size.width}`] = await violations(page, rules, '[role="dialog"]');
    if (await overflows(page)) found[`cut off ${size.width}`] = ['wider than the window'];
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});

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
