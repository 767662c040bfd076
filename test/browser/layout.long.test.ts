/**
 * Faults of the layout on every screen of the menu, for each kind of user, at four widths, light and dark, with what opens
 * on it, dialogs included; and how much of it moves while it loads.
 */
import type { Page } from 'playwright-core';
import { enterAs } from './support/enterAs';
import { faultsAsItStands, faultsOf, faultsOfDialogs, shiftOf } from './support/layoutFaults';
import { useWorld } from './support/world';

const world = useWorld();
const WIDTHS = [2560, 1440, 820, 390];
/** Somebody of each kind. Of those who see a part of what another sees, that part as they see it. */
const PEOPLE = [
  ['vms.manager', 'MERIDIAN'],
  ['client.manager', 'LAKESIDE'],
  ['agency.recruiter', 'SUMMIT'],
  ['owner.admin', 'PLATFORM'],
  ['msp.manager', 'MERIDIAN'],
  ['vms.analyst', 'MERIDIAN'],
  ['agency.sales', 'SUMMIT'],
  ['subowner.admin', 'PLATFORM'],
] as const;
const MAX_SHIFT = 0.02;
const WITHIN_MS = 90 * 60_000;

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

async function openAt(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('.shell-page h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

/** Goes to every screen of the menu of one person; what is found there, by address. */
async function walk(
  [userName, organizationCode]: readonly [userName: string, organizationCode: string],
  colorScheme: 'light' | 'dark',
  width: number,
  find: (page: Page, url: string) => Promise<readonly string[]>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const who = { userName, organizationCode };
  const { context, page } = await enterAs(world, who, '/', { reducedMotion: 'reduce', colorScheme });
  await page.locator('.main-menu').waitFor();
  const all = await addresses(page);
  expect(all.length).toBeGreaterThan(1);
  const faults: Record<string, readonly string[]> = {};
  await page.setViewportSize({ width, height: 900 });
  for (const address of all) {
    const url = world.product.url + address;
    await openAt(page, url);
    const found = await find(page, url);
    if (found.length > 0) faults[address] = found;
  }
  await context.close();
  return faults;
}

describe.each(PEOPLE)('every screen of the menu of %s of %s', (...person) => {
  it.each(WIDTHS)(
    'and what opens on it, at %d',
    async (width) => {
      const found = await walk(person, 'light', width, async (page) => {
        const shift = await shiftOf(page);
        return [...(shift > MAX_SHIFT ? [`moves by ${shift}`] : []), ...(await faultsOf(page, width))];
      });
      expect(found).toEqual({});
    },
    WITHIN_MS,
  );

  it.each(WIDTHS)(
    'in the dark, at %d',
    async (width) => {
      expect(await walk(person, 'dark', width, (page) => faultsAsItStands(page, width))).toEqual({});
    },
    WITHIN_MS,
  );

  it.each([1440, 390])(
    'and the dialogs of its buttons, at %d',
    async (width) => {
      expect(await walk(person, 'light', width, faultsOfDialogs)).toEqual({});
    },
    WITHIN_MS,
  );
});
