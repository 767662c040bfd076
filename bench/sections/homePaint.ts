/** From the answer that holds the token to the painted home page, on this machine and by the page's own clock. */
import type { Browser, Page } from 'playwright-core';
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { skipped } from '../lib/row';
import type { Section } from '../lib/section';
import { waitsRow } from '../lib/waits';

const ID = 'sign-in.home';
const WHAT = 'home painted after the token, ms';
const LIMIT_MS = 300;
/** About the time a person types; in the meantime the home page is fetched. */
const TYPING_MS = 1_000;

export const homePaint: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) return [skipped(ID, WHAT, `< ${LIMIT_MS} ms`, 'no Chromium')];
  const server = await startDemo();
  const browser = await launch(chromium);
  try {
    const waits: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      note(`home-paint: round ${round + 1}`);
      waits.push(await signInOnce(browser, server.base));
    }
    return [waitsRow(ID, WHAT, waits, LIMIT_MS)];
  } finally {
    await browser.close();
    await server.stop();
  }
};

async function signInOnce(browser: Browser, base: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${base}/signin`);
    await page.waitForSelector('html[data-ready]');
    await page.getByLabel('Username').fill('owner.admin');
    await page.getByLabel('Password', { exact: true }).fill('Demo-pass-2026');
    await page.getByLabel('Organization Code').fill('PLATFORM');
    await page.waitForTimeout(TYPING_MS);
    const painted = watchHome(page);
    await page.getByRole('button', { name: 'LOGIN' }).click();
    const wait = await painted;
    await page.getByRole('button', { name: /^Profile of/ }).click();
    await page.getByRole('button', { name: 'LogOut' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    return wait;
  } finally {
    await context.close();
  }
}

/** Milliseconds from the end of the token's answer to the second frame with the greeting in it. */
function watchHome(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const watcher = new MutationObserver(() => {
          if (!document.querySelector('h1')?.textContent?.startsWith('Welcome')) return;
          watcher.disconnect();
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const token = performance
                .getEntriesByType('resource')
                .filter(({ name }) => name.endsWith('/oauth2/token'))
                .at(-1) as PerformanceResourceTiming;
              resolve(performance.now() - token.responseEnd);
            }),
          );
        });
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
}
