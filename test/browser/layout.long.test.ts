/**
 * Finds layout faults on every screen, for each kind of user, at four widths, light and dark, with its menus and
 * dialogs open, and measures layout shift while it loads. Progress is logged; resume an interrupted run with `npm run
 * test:long -- layout.long -t 'agency.sales of SUMMIT at 390'`.
 */
import type { Page } from 'playwright-core';
import { enterAs } from './support/enterAs';
import { faultsBehindBar, faultsOf, faultsOfDialogs, shiftOf } from './support/layoutFaults';
import { useWorld } from './support/world';

const world = useWorld();
const WIDTHS = [1440, 390, 820, 2560];
/** Here also screens without a menu entry, and what the buttons open. */
const THOROUGH = [1440, 390];
/** One user of each kind. For users who see a subset of another's screens, only one such subset. */
const PEOPLE = [
  ['client.manager', 'LAKESIDE'],
  ['agency.recruiter', 'SUMMIT'],
  ['msp.manager', 'MERIDIAN'],
  ['owner.admin', 'PLATFORM'],
  ['subowner.admin', 'PLATFORM'],
  ['vms.analyst', 'MERIDIAN'],
  ['vms.manager', 'MERIDIAN'],
  ['agency.sales', 'SUMMIT'],
] as const;
const MAX_SHIFT = 0.02;
const WITHIN_MS = 90 * 60_000;

/** The targets of the menu and of every other link of the bar, with its panels opened. */
async function addresses(page: Page): Promise<readonly string[]> {
  const found = new Set<string>();
  const read = async (): Promise<void> => {
    for (const link of await page.locator('.shell-bar a[href^="/"]').all())
      found.add((await link.getAttribute('href')) ?? '/');
  };
  await read();
  for (const opener of await page.locator('.main-menu > ul > li > .disclosure > button, .profile > button').all()) {
    await opener.click();
    await page.locator('.anchored-panel').waitFor();
    await read();
    await page.keyboard.press('Escape');
    await page.locator('.anchored-panel').waitFor({ state: 'detached' });
  }
  return [...found];
}

/** The in-app links of a page. */
const linksOf = (page: Page): Promise<readonly string[]> =>
  page
    .locator('#page a[href^="/"], .page-head a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '/'));

const ID = /\/([0-9a-f]{8}-[0-9a-f-]{27}|\d+)(?=\/|$)/g;
/** The screen of an address; one record represents all of its kind. */
const screenOf = (address: string): string => address.replace(/[?#].*/, '').replace(ID, '/:id');

async function openAt(page: Page, address: string): Promise<void> {
  await page.goto(world.product.url + address);
  await page.locator('#page h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

describe.each(PEOPLE)('every screen of %s of %s', (userName, organizationCode) => {
  it.each(WIDTHS)(
    'at %d',
    async (width) => {
      const who = { userName, organizationCode };
      const { context, page } = await enterAs(world, who, '/', { reducedMotion: 'reduce' });
      await page.locator('.main-menu').waitFor();
      // Unsaved work and new windows must not stop the walk.
      page.on('dialog', (dialog) => void dialog.accept());
      page.on('popup', (popup) => void popup.close());
      const [, root] = new URL(page.url()).pathname.split('/');
      const isThorough = THOROUGH.includes(width);
      const screens = new Map((await addresses(page)).map((address) => [screenOf(address), address]));
      expect(screens.size).toBeGreaterThan(1);
      await page.setViewportSize({ width, height: 900 });
      const faults: Record<string, readonly string[]> = {};
      let turn = 0;
      // The set grows during the iteration.
      for (const address of screens.values()) {
        const began = performance.now();
        const open = () => openAt(page, address);
        await open();
        const shift = await shiftOf(page);
        const found = [
          ...(shift > MAX_SHIFT ? [`moves by ${shift}`] : []),
          ...(await faultsOf(page, width, turn === 0 ? undefined : turn)),
        ];
        if (isThorough)
          for (const link of await linksOf(page))
            if (link.startsWith(`/${root}/`) && !screens.has(screenOf(link))) screens.set(screenOf(link), link);
        if (isThorough) found.push(...(await faultsOfDialogs(page, open)));
        if (isThorough && turn === 0) found.push(...(await faultsBehindBar(page, open)));
        if (found.length > 0) faults[address] = found;
        turn += 1;
        const seconds = Math.round((performance.now() - began) / 1_000);
        const report = [`${userName} at ${width}: ${turn} of ${screens.size}, ${address}, ${seconds} s`, ...found];
        process.stdout.write(`${report.join('\n  ')}\n`);
      }
      await context.close();
      expect(faults).toEqual({});
    },
    WITHIN_MS,
  );
});
