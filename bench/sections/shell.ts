/** How quickly the shell responds: a press on the menu, and scrolling a long list. */
import type { Page } from 'playwright-core';
import { pressEntry } from '../lib/pressEntry';
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { median } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { goTo, signedIn } from '../lib/signedIn';

const ROUTE = 'shell.route';
const ROUTE_WHAT = 'page painted after the press on its menu entry, the slowest of ten pages, ms';
const ROUTE_LIMIT_MS = 100;
const SCROLL = 'shell.scroll';
const SCROLL_WHAT = 'longest task while 500 rows are scrolled, ms';
const SCROLL_LIMIT_MS = 50;
const GOALS = { route: `< ${ROUTE_LIMIT_MS} ms`, scroll: `<= ${SCROLL_LIMIT_MS} ms` };
/** One page of each kind: the group of the menu and its entry, or an entry without a group. */
const ENTRIES: readonly (readonly [string | null, string])[] = [
  [null, 'Jobs'],
  [null, 'Submissions'],
  ['Home', 'KPI Dashboard'],
  [null, 'Compliance'],
  [null, 'Assignments'],
  ['Back Office', 'Timesheets'],
  [null, 'Admin'],
  ['PRN', 'Orders'],
  ['Home', 'Home Dashboard'],
  ['Reports', 'Dashboard'],
];

export const shell: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined)
    return [
      skipped(ROUTE, ROUTE_WHAT, GOALS.route, 'no Chromium'),
      skipped(SCROLL, SCROLL_WHAT, GOALS.scroll, 'no Chromium'),
    ];
  const server = await startDemo();
  const browser = await launch(chromium);
  try {
    const { page } = await signedIn(browser, server.base, 'vms.manager', 'MERIDIAN');
    const times = new Map<string, number[]>(ENTRIES.map(([, entry]) => [entry, []]));
    // The first round fetches what each page needs.
    for (let round = -1; round < rounds; round += 1) {
      note(`shell: round ${round + 1}`);
      for (const [group, entry] of ENTRIES) {
        const ms = await pressEntry(page, group, entry);
        // The page must be idle before the next press.
        await page.waitForFunction(() => document.querySelector('.shell-page [aria-busy="true"]') === null);
        await page.waitForTimeout(300);
        if (round >= 0) times.get(entry)?.push(ms);
      }
    }
    return [route(times), await scroll(page, rounds)];
  } finally {
    await browser.close();
    await server.stop();
  }
};

function route(times: ReadonlyMap<string, readonly number[]>): Row {
  const medians = [...times].map(([entry, each]) => ({ entry, ms: median(each) }));
  const slowest = medians.reduce((worst, each) => (each.ms > worst.ms ? each : worst));
  const all = [...times.values()].flat();
  return {
    id: ROUTE,
    what: ROUTE_WHAT,
    ours: `${slowest.entry}: ${slowest.ms.toFixed(0)} ms; of all ${all.length} presses ${median(all).toFixed(0)} ms, slowest ${Math.max(...all).toFixed(0)} ms`,
    other: `limit ${ROUTE_LIMIT_MS} ms`,
    ratio: slowest.ms / ROUTE_LIMIT_MS,
    goal: GOALS.route,
    verdict: reached(slowest.ms < ROUTE_LIMIT_MS),
    exact: false,
  };
}

async function scroll(page: Page, rounds: number): Promise<Row> {
  await goTo(page, '/vms/jobs?size=500');
  await page.locator('tr[aria-rowindex="2"]').waitFor();
  await page.locator('.table-frame[aria-busy="false"]').waitFor();
  await page.waitForTimeout(500);
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) longest.push(await page.evaluate(scrollThrough));
  return {
    id: SCROLL,
    what: SCROLL_WHAT,
    ours: `${median(longest).toFixed(0)} ms, longest of ${rounds} times: ${Math.max(...longest).toFixed(0)} ms`,
    other: `limit ${SCROLL_LIMIT_MS} ms`,
    ratio: median(longest) / SCROLL_LIMIT_MS,
    goal: GOALS.scroll,
    verdict: reached(median(longest) <= SCROLL_LIMIT_MS),
    exact: false,
  };
}

/**
 * Runs in the page: scrolls to the end in 60 steps, one per frame. 0 without a long task, because the browser reports
 * tasks from 50 ms on.
 */
async function scrollThrough(): Promise<number> {
  const frame = document.querySelector('.table-frame')!;
  const tasks: number[] = [];
  const watcher = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  watcher.observe({ type: 'longtask' });
  for (let step = 0; step <= 60; step += 1) {
    frame.scrollTop = (frame.scrollHeight * step) / 60;
    await new Promise(requestAnimationFrame);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  watcher.disconnect();
  return Math.max(0, ...tasks);
}
