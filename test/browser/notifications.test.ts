/** The panel and the preferences at a real server. */
import type { Page } from 'playwright-core';
import { LOOKS, overflows, rulesIn, violations } from './support/axe';
import { enterAs } from './support/enterAs';
import { useWorld } from './support/world';

const world = useWorld();
const SENDER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const unread = async (page: Page) =>
  Number(/([\d,]+) unread$/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1]?.replaceAll(',', '') ?? 0);

/** What of the message's field is not as in the subject's beside it, while somebody writes in it. */
async function unlikeSubject(page: Page): Promise<string[]> {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  const look = (field: Element): string[] => {
    const { color, backgroundColor } = getComputedStyle(field);
    return [color, backgroundColor];
  };
  const subject = await page.getByRole('textbox', { name: 'Subject' }).evaluate(look);
  return (await message.evaluate(look)).filter((color, index) => color !== subject[index]);
}

it('at three widths, light and dark: nothing for axe to find in the panel and the preferences, nothing cut off', async () => {
  const { context, page } = await enterAs(world, SENDER, '/', { bypassCSP: true, reducedMotion: 'reduce' });
  const found: Record<string, readonly string[]> = {};
  for (const { colorScheme, size } of LOOKS) {
    const { width } = size;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await bell(page).click();
    await page.locator('.note').first().waitFor();
    found[`panel ${colorScheme} ${width}`] = await violations(page, rulesIn(colorScheme), '[role="dialog"]');
    await page.getByRole('button', { name: 'Add notification' }).click();
    found[`message ${colorScheme} ${width}`] = await unlikeSubject(page);
    found[`company ${colorScheme} ${width}`] = await violations(page, rulesIn(colorScheme), '[role="dialog"]');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Profile of/ }).click();
    await page.getByRole('button', { name: 'Notification Preferences' }).click();
    await page.getByRole('region', { name: 'Preferences' }).waitFor();
    found[`preferences ${colorScheme} ${width}`] = await violations(page, rulesIn(colorScheme), '[role="dialog"]');
    if (await overflows(page)) found[`cut off ${colorScheme} ${width}`] = ['wider than the window'];
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
  expect(await unread(page)).toBe(0);
  await context.close();
});
