/** Whether the home dashboard leaks: a thousand filters, one after another, in a real browser over the demo's data. */
import type { Page } from 'playwright-core';
import { chooseOtherFrame } from '../lib/chooseFrame';
import { launch } from '../lib/chromium';
import { goalRow, skippedGoal, type Goal } from '../lib/goal';
import { startDemo } from '../lib/ourServer';
import type { Section } from '../lib/section';
import { signedIn } from '../lib/signedIn';

const GOALS = {
  charts: {
    id: 'dashboard.charts',
    what: 'charts after 1,000 filters, beyond those before',
    limit: 0,
    unit: '',
    exact: true,
  },
  heap: { id: 'dashboard.heap', what: 'memory grown by 1,000 filters', limit: 5, unit: 'MB' },
} as const satisfies Record<string, Goal>;

const CHANGES = 1_000;
const WARM_CHANGES = 40;

export const dashboardLeak: Section = async ({ chromium, note }) => {
  if (chromium === undefined) return Object.values(GOALS).map((goal) => skippedGoal(goal, 'no Chromium'));
  const server = await startDemo();
  const browser = await launch(chromium);
  try {
    const { page, context } = await signedIn(browser, server.base, 'vms.manager', 'MERIDIAN');
    await page.locator('.card-foot').nth(5).waitFor();
    note(`dashboard-leak: ${CHANGES} filters`);
    const cdp = await context.newCDPSession(page);
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize;
    };
    const charts = () => page.locator('.card canvas').count();
    await change(page, WARM_CHANGES);
    const [bytes, drawn] = [await heap(), await charts()];
    await change(page, CHANGES);
    return [
      goalRow(GOALS.charts, [(await charts()) - drawn]),
      goalRow(GOALS.heap, [((await heap()) - bytes) / 1_000_000]),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};

/** One filter after another, each of them waited for. */
async function change(page: Page, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await chooseOtherFrame(page);
  await page.waitForTimeout(500);
}
