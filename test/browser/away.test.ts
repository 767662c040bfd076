/**
 * After a night away: the page summarizes what arrived, links to exactly what is waiting, and can be dismissed for
 * good.
 */
import type { Page } from 'playwright-core';
import { asOwner } from './support/asOwner';
import { VIEWS, overflows, settled, violations } from './support/axe';
import { signedInCaller } from './support/caller';
import { enterAs } from './support/enterAs';
import { useWorld } from './support/world';

const world = useWorld();
const WHO = { userName: 'client.manager', organizationCode: 'LAKESIDE' };

/** Moves the user's actions back by ten hours and their notifications by nine. */
async function nightPasses(): Promise<void> {
  const own = `user_id = (select id from users where user_name = '${WHO.userName}')`;
  const moved = [
    ['sessions', 'last_used_at', 10],
    ['user_credentials', 'last_signed_in_at', 10],
    ['notification_events', 'occurred_at', 9],
  ] as const;
  await asOwner(
    world.product,
    moved.map(
      ([table, column, hours]) => `update ${table} set ${column} = ${column} - interval '${hours} hours' where ${own}`,
    ),
  );
}

const card = (page: Page) => page.getByRole('region', { name: 'While you were away' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** How far the page's content has moved so far without user input. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[])
        (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

it('is summed up without moving the page, leads to what waits by keyboard, and does not come again', async () => {
  await signedInCaller(world.product.url, WHO);
  const post = await signedInCaller(world.product.url, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  for (const subject of ['Lift is out of order', 'Parking is full'])
    await post('/api-user/v1/notifications/company', { subject, template: subject, requestId: crypto.randomUUID() });
  await nightPasses();

  const options = { reducedMotion: 'reduce', bypassCSP: true } as const;
  const { page, open, context, troubles } = await enterAs(world, WHO, '/', options);
  await card(page).waitFor();
  await watchShifts(page);
  await page.reload();
  await card(page).waitFor();
  await settled(page);
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.02);

  const found: Record<string, readonly string[]> = {};
  for (const { colorScheme, size, rules } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settled(page);
    found[`${colorScheme} ${size.width}`] = await violations(page, rules, '.away');
    if (await overflows(page)) found[`cut off ${size.width}`] = ['wider than the window'];
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});

  // From the number to its rows by keyboard.
  await page.setViewportSize({ width: 1440, height: 900 });
  const company = card(page).getByRole('button', { name: /^Company Notification/ });
  const waiting = Number((await company.locator('b').innerText()).replace(/\D/g, ''));
  expect(waiting).toBeGreaterThanOrEqual(2);
  await company.focus();
  await page.keyboard.press('Enter');
  const rows = page.locator('.note-find .note');
  await page.getByText(`${waiting} found`).waitFor();
  expect(await rows.count()).toBe(waiting);
  expect(
    await page.getByLabel('Only notifications that arrived while you were away and are still open').isChecked(),
  ).toBe(true);

  // A finished item is no longer counted as waiting.
  await rows.filter({ hasText: 'Parking is full' }).getByRole('button', { name: 'Done' }).click();
  await page.waitForFunction(
    (count) =>
      document.querySelector('.away-kind')?.closest('.away')?.textContent?.includes(`Company Notification${count}`),
    waiting - 1,
  );
  await page.keyboard.press('Escape');

  const beside = await open(`${world.product.url}/`);
  await card(beside).waitFor();
  const dismissed = page.waitForResponse(
    (answer) => answer.url().endsWith('/notifications/away/dismissed') && answer.ok(),
  );
  await card(page).getByRole('button', { name: 'Dismiss this summary' }).click();
  await dismissed;
  expect(await card(page).count()).toBe(0);
  await card(beside).waitFor({ state: 'detached' });
  // By this the page decides whether it has a summary to show.
  const about = page.waitForResponse(`**/users/${WHO.userName}/info`);
  await page.reload();
  expect(await (await about).json()).not.toHaveProperty('awayUntil');
  await bell(page).waitFor();
  expect(await card(page).count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});
