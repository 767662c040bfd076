/** From one person's call to another person's badge: through server, database and socket to the screen. */
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { median } from '../lib/pairs';
import { reached, skipped } from '../lib/row';
import type { Section } from '../lib/section';
import { signedIn } from '../lib/signedIn';
import { signInSender } from '../lib/companySender';
import { watch } from '../lib/watchPage';

const ID = 'event.badge';
const WHAT = 'from the call that sends a company notification until the badge of another person, p95';
const LIMIT_MS = 100;
const GOAL = `p95 <= ${LIMIT_MS} ms`;
const EVENTS_A_ROUND = 6;
/** Longer than the time for which a burst is gathered. */
const PAUSE_MS = 400;

export const eventToBadge: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) return [skipped(ID, WHAT, GOAL, 'no Chromium')];
  const events = rounds * EVENTS_A_ROUND;
  note(`event-to-badge: ${events} events`);
  const server = await startDemo();
  const browser = await launch(chromium);
  try {
    const { page } = await signedIn(browser, server.base, 'msp.manager', 'MERIDIAN');
    const sender = await signInSender(server.base);
    // One notification warms up, then the page comes to rest.
    await sender.notifyCompany('Before');
    await page.waitForTimeout(3_000);
    const sentAt: number[] = [];
    const { bellAt } = await watch(page, async () => {
      for (let event = 0; event < events; event += 1) {
        sentAt.push(performance.timeOrigin + performance.now());
        await sender.notifyCompany(`Event ${event}`);
        await page.waitForTimeout(PAUSE_MS);
      }
    });
    const times = sentAt.map((at) => (bellAt.find((drawn) => drawn > at) ?? Infinity) - at).sort((a, b) => a - b);
    const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
    return [
      {
        id: ID,
        what: WHAT,
        ours: `${p95.toFixed(0)} ms, median ${median(times).toFixed(0)} ms of ${times.length}; drawn ${bellAt.length} times`,
        other: `limit ${LIMIT_MS} ms`,
        ratio: p95 / LIMIT_MS,
        goal: GOAL,
        verdict: bellAt.length < events ? 'WRONG' : reached(p95 <= LIMIT_MS),
        exact: false,
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};
