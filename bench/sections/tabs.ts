/** How soon an action in one tab shows there and in another, including the call to the server. */
import type { Browser, Page } from 'playwright-core';
import { broadcaster } from '../../test/browser/support/broadcast';
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { median } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { signedIn } from '../lib/signedIn';

const ROWS = {
  next: { id: 'tabs.next', what: 'the next broadcast stands there after Accept', limitMs: 100 },
  accepted: { id: 'tabs.accepted', what: 'a broadcast accepted in one tab is gone in the other', limitMs: 100 },
  signedOut: { id: 'tabs.signed-out', what: 'signed out in one tab, the form stands in the other', limitMs: 250 },
  takenOver: { id: 'tabs.taken-over', what: 'a session is taken over, the other device says so', limitMs: 1_000 },
} as const;
type Name = keyof typeof ROWS;
const NAMES = Object.keys(ROWS) as Name[];
const goalOf = (name: Name): string => `<= ${ROWS[name].limitMs} ms`;

export const tabs: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined)
    return NAMES.map((name) => skipped(ROWS[name].id, ROWS[name].what, goalOf(name), 'no Chromium'));
  const server = await startDemo();
  const browser = await launch(chromium);
  const times: Record<Name, number[]> = { next: [], accepted: [], signedOut: [], takenOver: [] };
  try {
    await measureBroadcasts(browser, server.base, rounds, times);
    for (let round = 0; round <= rounds; round += 1) {
      note(`tabs: round ${round}`);
      times.signedOut.push(await measureSigningOut(browser, server.base));
      times.takenOver.push(await measureTakeover(browser, server.base));
    }
    // The first round fetches files that the others find in the cache.
    return NAMES.map((name) => rowOf(name, times[name].slice(1)));
  } finally {
    await browser.close();
    await server.stop();
  }
};

async function measureBroadcasts(
  browser: Browser,
  base: string,
  rounds: number,
  times: Record<'next' | 'accepted', number[]>,
): Promise<void> {
  const send = await broadcaster(base);
  for (let index = 0; index <= rounds + 1; index += 1) await send(`Number ${index}`);
  const { context, page } = await signedIn(browser, base, 'client.manager', 'LAKESIDE');
  const other = await context.newPage();
  await other.goto(base);
  for (let index = 0; index <= rounds; index += 1) {
    await Promise.all([page, other].map((tab) => shownAt(tab, '[role="dialog"]', `Number ${index}`)));
    const shown = [page, other].map((tab) => shownAt(tab, '[role="dialog"]', `Number ${index + 1}`));
    const begun = await press(page, 'Accept');
    const [next = NaN, accepted = NaN] = await Promise.all(shown);
    times.next.push(next - begun);
    times.accepted.push(accepted - begun);
  }
  await context.close();
}

async function measureSigningOut(browser: Browser, base: string): Promise<number> {
  const { context, page } = await signedIn(browser, base, 'vms.analyst', 'MERIDIAN');
  const other = await context.newPage();
  await other.goto(base);
  await other.locator('.shell-page h1').waitFor();
  await page.getByRole('button', { name: /^Profile of/ }).click();
  const shown = shownAt(other, '#username');
  const begun = await press(page, 'LogOut');
  const ms = (await shown) - begun;
  await context.close();
  return ms;
}

async function measureTakeover(browser: Browser, base: string): Promise<number> {
  const there = await signedIn(browser, base, 'vms.analyst', 'MERIDIAN');
  const here = await browser.newContext();
  const page = await here.newPage();
  await page.goto(`${base}/signin`);
  await page.getByRole('button', { name: /vms\.analyst/ }).click();
  await page.getByRole('button', { name: 'LOGIN' }).click();
  const shown = shownAt(there.page, 'body', 'your account was signed in on another device');
  const begun = await press(page, 'End the other session and continue');
  const ms = (await shown) - begun;
  // The next round begins without a session.
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('button', { name: 'LogOut' }).click();
  await page.locator('#username').waitFor();
  await Promise.all([here.close(), there.context.close()]);
  return ms;
}

/** The moment of the press, by the clock that all pages share. */
const press = (page: Page, name: string): Promise<number> =>
  page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
    const begun = performance.timeOrigin + performance.now();
    button.click();
    return begun;
  });

/** The time of the frame after the first one that has this text in an element of this selector. */
const shownAt = (page: Page, selector: string, text = ''): Promise<number> =>
  page.evaluate(
    async ([within, wanted]) => {
      while (![...document.querySelectorAll(within)].some(({ textContent }) => textContent?.includes(wanted)))
        await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.timeOrigin + performance.now();
    },
    [selector, text] as const,
  );

function rowOf(name: Name, times: readonly number[]): Row {
  const { id, what, limitMs } = ROWS[name];
  const ms = median(times);
  return {
    id,
    what: `${what}, ms`,
    ours: `${ms.toFixed(0)} ms, slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms`,
    other: `limit ${limitMs} ms`,
    ratio: ms / limitMs,
    goal: goalOf(name),
    verdict: reached(ms <= limitMs),
    exact: false,
  };
}
