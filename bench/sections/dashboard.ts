/** How quickly the home dashboard follows, in a real browser over the demo's data. */
import type { Page } from 'playwright-core';
import { chooseOtherFrame, FRAMES } from '../lib/chooseFrame';
import { launch } from '../lib/chromium';
import { goalRow, skippedGoal, type Goal } from '../lib/goal';
import { nullBackEnd } from '../lib/nullBackEnd';
import { startDemo } from '../lib/ourServer';
import { median, pairwise } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { goTo, signedIn } from '../lib/signedIn';

const GOALS = {
  skeleton: { id: 'dashboard.skeleton', what: 'cards in place after going to the dashboard', limit: 100, unit: 'ms' },
  painted: { id: 'dashboard.painted', what: 'all six cards painted after a filter', limit: 500, unit: 'ms' },
  answer: { id: 'dashboard.answer', what: 'last card painted after the end of its answer', limit: 100, unit: 'ms' },
  requests: { id: 'dashboard.requests', what: 'requests a filter makes', limit: 1, unit: '', exact: true },
  drag: { id: 'dashboard.drag', what: 'frames a second while a card is dragged', limit: 55, unit: '', atLeast: true },
} as const satisfies Record<string, Goal>;

const ROUND_TRIPS_MS = [40, 150];
const NULL_LIMIT = 1.1;

export const dashboard: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) return Object.values(GOALS).map((goal) => skippedGoal(goal, 'no Chromium'));
  const server = await startDemo();
  const browser = await launch(chromium);
  try {
    const { page } = await signedIn(browser, server.base, 'vms.manager', 'MERIDIAN');
    await page.locator('.card-foot').nth(5).waitFor();
    const figures: Record<'skeleton' | 'painted' | 'answer' | 'requests', number[]> = {
      skeleton: [],
      painted: [],
      answer: [],
      requests: [],
    };
    for (let round = -1; round < rounds; round += 1) {
      note(`dashboard: round ${round + 1}`);
      const skeleton = await enter(page);
      const filter = await applyFilter(page);
      if (round < 0) continue;
      figures.skeleton.push(skeleton);
      for (const name of ['painted', 'answer', 'requests'] as const) figures[name].push(filter[name]);
    }
    const limits = await comparedWithNullBackEnd(page, rounds);
    const fps = await drag(page, rounds);
    return [
      goalRow(GOALS.skeleton, figures.skeleton),
      goalRow(GOALS.painted, figures.painted),
      goalRow(GOALS.answer, figures.answer),
      goalRow(GOALS.requests, figures.requests),
      ...limits,
      goalRow(GOALS.drag, fps),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};

/** From a list to the dashboard: to the second frame with its cards. */
async function enter(page: Page): Promise<number> {
  await goTo(page, '/vms/jobs');
  await page.locator('.table-frame[aria-busy="false"]').waitFor();
  await page.waitForTimeout(300);
  const ms = await page.evaluate(
    () =>
      new Promise<number>((painted) => {
        const begun = performance.now();
        new MutationObserver((_, watcher) => {
          if (document.querySelector('section.card') === null) return;
          watcher.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => painted(performance.now() - begun)));
        }).observe(document.body, { childList: true, subtree: true });
        history.pushState(null, '', '/vms/dashboard');
        dispatchEvent(new PopStateEvent('popstate'));
      }),
  );
  await page.locator('.card-foot').nth(5).waitFor();
  await page.waitForTimeout(300);
  return ms;
}

/** By the select of time frames: to the second frame with the numbers of all six cards. */
async function applyFilter(page: Page): Promise<Record<'painted' | 'answer' | 'requests', number>> {
  await page.evaluate(() => performance.clearResourceTimings());
  const { begun, painted } = await chooseOtherFrame(page);
  await page.waitForTimeout(200);
  const ends = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/api-') && !name.includes('/notification'))
      .map(({ responseEnd }) => responseEnd),
  );
  return { painted: painted - begun, answer: painted - Math.max(...ends), requests: ends.length };
}

/** A filter, compared with a back end that answers immediately, on a fast and on a slow network. */
async function comparedWithNullBackEnd(page: Page, rounds: number): Promise<Row[]> {
  const backEnd = await nullBackEnd(page, '**/dashboard/batch');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const rows: Row[] = [];
  for (const latency of ROUND_TRIPS_MS) {
    const throughput = { downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput });
    const painted: Record<'real' | 'null', number[]> = { real: [], null: [] };
    for (let round = -1; round < rounds; round += 1) {
      for (const which of ['real', 'null'] as const) {
        backEnd.use(which);
        // Away from the present frame and back, so that both measure the same changes.
        for (let change = 0; change < FRAMES.length; change += 1) {
          const { painted: at, begun } = await chooseOtherFrame(page);
          await page.waitForTimeout(100);
          if (round >= 0) painted[which].push(at - begun);
        }
      }
    }
    const { ratio, spread } = pairwise(painted.real, painted.null);
    rows.push({
      id: 'dashboard.limit',
      what: `all six cards painted after a filter, ${latency} ms away`,
      ours: `${median(painted.real).toFixed(0)} ms`,
      other: `a back end that answers at once: ${median(painted.null).toFixed(0)} ms`,
      ratio,
      spread,
      goal: `<= ${NULL_LIMIT.toFixed(2)} x`,
      verdict: reached(ratio <= NULL_LIMIT),
      exact: false,
    });
  }
  await network.detach();
  backEnd.close();
  return rows;
}

/** The first card to the place of the second, in every round. */
async function drag(page: Page, rounds: number): Promise<number[]> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const order = (): Promise<string> =>
    page.locator('.card-grip').evaluateAll((grips) => grips.map(({ id }) => id).join(' '));
  const fps: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const grip = await page.locator('.card-grip').first().boundingBox();
    const goal = await page.locator('section.card').nth(1).boundingBox();
    if (grip === null || goal === null) throw new Error('There are no cards to drag.');
    const before = await order();
    await page.mouse.move(grip.x + 10, grip.y + 10);
    await page.mouse.down();
    const counting = page.evaluate(async () => {
      let frames = 0;
      const begun = performance.now();
      while (performance.now() - begun < 1_000) {
        await new Promise(requestAnimationFrame);
        frames += 1;
      }
      return (frames * 1_000) / (performance.now() - begun);
    });
    await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 60 });
    fps.push(await counting);
    await page.mouse.up();
    await page.waitForTimeout(900);
    if ((await order()) === before) throw new Error('No card was dragged: their order is the same.');
  }
  return fps;
}
