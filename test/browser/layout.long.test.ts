/** Faults of the layout on every screen of the menu, for each kind of user, at four widths. */
import type { Page } from 'playwright-core';
import { enterAs } from './support/enterAs';
import { faultsOf } from './support/layoutFaults';
import { useWorld } from './support/world';

const world = useWorld();
const WIDTHS = [2560, 1440, 820, 390];
const PEOPLE = [
  ['vms.manager', 'MERIDIAN'],
  ['client.manager', 'LAKESIDE'],
  ['agency.recruiter', 'SUMMIT'],
  ['owner.admin', 'PLATFORM'],
] as const;

/** Where the menu leads, and what is beside it: every link of the bar, its panels opened. */
async function addresses(page: Page): Promise<readonly string[]> {
  const found = new Set<string>();
  const read = async (): Promise<void> => {
    for (const link of await page.locator('.main-menu a[href^="/"]').all())
      found.add((await link.getAttribute('href')) ?? '/');
  };
  await read();
  for (const group of await page.locator('.main-menu > ul > li > .disclosure > button').all()) {
    await group.click();
    await page.locator('.disclosure-panel').waitFor();
    await read();
    await page.keyboard.press('Escape');
    await page.locator('.disclosure-panel').waitFor({ state: 'detached' });
  }
  return [...found];
}

it.each(PEOPLE)(
  'every screen of the menu of %s of %s',
  async (userName, organizationCode) => {
    const person = await enterAs(world, { userName, organizationCode }, '/', { reducedMotion: 'reduce' });
    const { context, page } = person;
    await page.locator('.main-menu').waitFor();
    const all = await addresses(page);
    expect(all.length).toBeGreaterThan(2);
    const faults: Record<string, readonly string[]> = {};
    for (const address of all) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(world.product.url + address);
      await page.locator('.shell-page h1').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      for (const width of WIDTHS) {
        const found = await faultsOf(page, width);
        if (found.length > 0) faults[`${address} at ${width}`] = found;
      }
    }
    expect(faults).toEqual({});
    await context.close();
  },
  45 * 60_000,
);
