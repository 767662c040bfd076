/** Notifications are found in all tabs and in the archive, by keyboard, wide and narrow. */
import { VIEWS, overflows, settled, violations } from './support/axe';
import { broadcaster } from './support/broadcast';
import { enterAs } from './support/enterAs';
import { useWorld } from './support/world';

const world = useWorld();
const READER = { userName: 'client.manager', organizationCode: 'LAKESIDE' };

it('a finished message is found by a word without its accent and restored; filters by facility and kind find theirs', async () => {
  const send = await broadcaster(world.product.url);
  const { page, troubles, context } = await enterAs(world, READER, '/', { reducedMotion: 'reduce', bypassCSP: true });
  await page.getByRole('button', { name: /^Notifications/ }).waitFor();
  await send('Café on the third floor', { displayFrequency: 'NEXT_LOGIN', stickyNotification: true });
  await page.locator('.toast', { hasText: 'Café' }).waitFor();
  await page.keyboard.press('Alt+n');
  const row = page.locator('.note', { hasText: 'Café on the third floor' });
  const form = page.getByRole('search', { name: 'All notifications' });
  await row.waitFor();
  await row.getByRole('button', { name: 'Done' }).click();
  await row.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Search all' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'words');
  await page.keyboard.type('cafe floor');
  await page.keyboard.press('Enter');
  await row.getByText('Nexus VMS, done').waitFor();
  expect(await page.locator('.note-find .note').count()).toBe(1);

  const found: Record<string, readonly string[]> = {};
  for (const { colorScheme, size, rules } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settled(page);
    found[`${colorScheme} ${size.width}`] = await violations(page, rules, '[role="dialog"]');
    if (await overflows(page)) found[`cut off ${size.width}`] = ['wider than the window'];
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});

  await row.getByRole('button', { name: 'Not done' }).click();
  await row.getByText('Nexus VMS, done').waitFor({ state: 'detached' });
  await form.getByLabel('Contains words').fill('');
  await form.getByLabel('Kind').selectOption({ label: 'Timesheet Submitted' });
  await form.getByLabel('Facility').fill('lakeside');
  await page.keyboard.press('Enter');
  await page.locator('.note-find .note').first().waitFor();
  expect(await page.locator('.note-where').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Back Office/)]),
  );
  await page.getByRole('button', { name: 'Back to tabs' }).click();
  await page.getByRole('tab', { name: /Nexus VMS/ }).click();
  await row.waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});
