/** How soon a page stands there once its entry of the menu is pressed, for pages that have been fetched before. */
import type { Page } from 'playwright-core';
import { newPerson } from './support/chromium';
import { signIn } from './support/signIn';
import { useWorld } from './support/world';

jest.setTimeout(180_000);

const world = useWorld();
const LIMIT_MS = 100;
/** The first round fetches. Of the others the least counts: what the machine does besides is not the app's doing. */
const ROUNDS_MOST = 12;
/** One of each kind of page, and the group of the menu that it stands in. */
const PAGES: readonly (readonly [string | null, string])[] = [
  [null, 'Jobs'],
  ['Home', 'KPI Dashboard'],
  [null, 'Compliance'],
  ['Home', 'Home Dashboard'],
  [null, 'Admin'],
  ['Back Office', 'Timesheets'],
  ['Reports', 'Dashboard'],
];

it(`every kind of page is painted within ${LIMIT_MS} ms of the press on its entry`, async () => {
  const { context, open } = await newPerson(world.browser, { reducedMotion: 'reduce' });
  const page = await open(`${world.product.url}/signin`);
  await signIn(page, { userName: 'vms.manager', organizationCode: 'MERIDIAN' });
  await page.locator('.shell-page h1').waitFor({ state: 'attached' });
  const least: Record<string, number> = {};
  const isEnough = () => PAGES.every(([, entry]) => (least[entry] ?? Infinity) < LIMIT_MS);
  for (let round = 0; round < ROUNDS_MOST && !isEnough(); round += 1)
    for (const [group, entry] of PAGES) {
      if (group !== null) await page.locator('.main-menu').getByRole('button', { name: group }).click();
      const ms = await press(page, entry);
      if (round > 0) least[entry] = Math.min(ms, least[entry] ?? Infinity);
      await page.waitForFunction(() => document.querySelector('.shell-page [aria-busy="true"]') === null);
    }
  expect(Object.entries(least).filter(([, ms]) => ms >= LIMIT_MS)).toEqual([]);
  expect(Object.keys(least)).toHaveLength(PAGES.length);
  await context.close();
});

/** To the frame after the one that has the new page's heading. */
const press = (page: Page, entry: string): Promise<number> =>
  page.evaluate(
    (label) =>
      new Promise<number>((painted) => {
        const link = [...document.querySelectorAll<HTMLElement>('.main-menu a')].find(
          ({ textContent }) => textContent === label,
        )!;
        const before = document.querySelector('.shell-page h1');
        const begun = performance.now();
        new MutationObserver((_, watcher) => {
          const heading = document.querySelector('.shell-page h1');
          if (heading === null || heading === before) return;
          watcher.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => painted(performance.now() - begun)));
        }).observe(document.body, { childList: true, subtree: true });
        link.click();
      }),
    entry,
  );
