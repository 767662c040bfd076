/** The app under a stream of notifications: the built sagas, store and panel in a browser, over a real socket. */
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { median } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { openStreamPage, type StreamPage } from '../lib/streamPage';
import { startStream, type StreamServer } from '../lib/streamServer';

const FLOODS = [
  { id: 'stream.single', rate: 10_000, together: 1, name: '10,000 notifications/s, each a message' },
  { id: 'stream.coalesced', rate: 100_000, together: 50, name: '100,000 notifications/s, 50 a message' },
] as const;
const FLOOD_SECONDS = 2;
const FRAMES_GOAL = 58;
const BURST = 200;
const ITEMS = 10_000;
const SINGLE_EVENTS_A_ROUND = 6;

export const clientStream: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) {
    return [skipped('stream', 'the app under a stream of notifications', '-', 'no Chromium', true)];
  }
  const server = await startDemo();
  const browser = await launch(chromium);
  const stream = await startStream();
  try {
    const rows: Row[] = [];
    const live = await openStreamPage(browser, server.base, stream);
    note('client-stream: one at a time, and a burst');
    const notified = { count: 0 };
    rows.push(await latency(live, stream, rounds * SINGLE_EVENTS_A_ROUND, notified));
    rows.push(...(await burst(live, stream, notified)));
    for (const flood of FLOODS) {
      note(`client-stream: ${flood.name}`);
      try {
        rows.push(...(await flooded(live, stream, flood, rounds, notified)));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        rows.push({ ...skipped(`${flood.id}.lost`, flood.name, '0 lost', reason, true), verdict: 'WRONG' });
        break;
      }
    }
    await live.close();
    note(`client-stream: the panel with ${ITEMS}`);
    const full = await openStreamPage(browser, server.base, stream, { items: ITEMS });
    rows.push(...(await panel(full, rounds)));
    await full.close();
    return rows;
  } finally {
    await browser.close();
    stream.close();
    await server.stop();
  }
};

interface Notified {
  count: number;
}

async function latency(live: StreamPage, stream: StreamServer, events: number, notified: Notified): Promise<Row> {
  const sent: number[] = [];
  const { bellAt } = await live.watch(async () => {
    for (let event = 0; event < events; event += 1) {
      sent.push(stream.sendOne());
      await live.untilUnread((notified.count += 1));
      // Longer than the time for which a burst is gathered.
      await live.page.waitForTimeout(300);
    }
  });
  const times = sent.map((at, index) => (bellAt[index] ?? Number.NaN) - at).sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  return {
    id: 'stream.badge',
    what: 'from the message to the badge, p95',
    ours: `${p95.toFixed(1)} ms, median ${median(times).toFixed(1)} ms of ${times.length}`,
    other: 'limit 100 ms',
    ratio: p95 / 100,
    goal: 'p95 <= 100 ms',
    verdict: reached(p95 <= 100),
    exact: false,
  };
}

async function burst(live: StreamPage, stream: StreamServer, notified: Notified): Promise<Row[]> {
  let toasts = { shown: 0, summaries: 0 };
  const { bellAt, longestTaskMs } = await live.watch(async () => {
    await stream.flood({ rate: BURST, count: BURST, together: 1 });
    await live.untilUnread((notified.count += BURST));
    toasts = await live.page.evaluate(() => ({
      shown: document.querySelectorAll('.toast:not(.is-summary)').length,
      summaries: document.querySelectorAll('.toast.is-summary').length,
    }));
  });
  const most = Math.max(0, ...bellAt.map((at) => bellAt.filter((other) => other >= at && other < at + 1_000).length));
  const few = toasts.shown <= 3 && toasts.summaries === 1;
  const what = `${BURST} notifications in a second`;
  return [
    {
      id: 'stream.burst.toasts',
      what: `${what}: toasts`,
      ours: `${toasts.shown} and ${toasts.summaries} summary`,
      other: '-',
      goal: 'at most 3 and a summary',
      verdict: reached(few),
      exact: true,
    },
    {
      id: 'stream.burst.badge',
      what: `${what}: the badge drawn anew, most in any one second`,
      ours: `${most}`,
      other: 'limit 4',
      goal: '<= 4',
      verdict: reached(most <= 4),
      exact: false,
    },
    {
      id: 'stream.burst.task',
      what: `${what}: longest task (0: none over 50 ms)`,
      ours: `${longestTaskMs.toFixed(0)} ms`,
      other: 'limit 50 ms',
      goal: 'none over 50 ms',
      verdict: reached(longestTaskMs <= 50),
      exact: false,
    },
  ];
}

async function flooded(
  live: StreamPage,
  stream: StreamServer,
  { id, rate, together, name }: (typeof FLOODS)[number],
  rounds: number,
  notified: Notified,
): Promise<Row[]> {
  const frames: number[] = [];
  const behind: number[] = [];
  let before = 0;
  // A listener keeps its last message in memory, here a quarter of a second of the flood: one more message replaces it.
  const heapAtRest = async () => {
    stream.sendOne();
    await live.untilUnread((notified.count += 1));
    return live.heap();
  };
  // The first one warms up, and fills the lists that are kept.
  for (let round = -1; round < rounds; round += 1) {
    if (round === 0) before = await heapAtRest();
    const count = rate * FLOOD_SECONDS;
    let sentAt = 0;
    const { framesPerSecond } = await live.watch(async () => {
      await stream.flood({ rate, count, together });
      sentAt = performance.now();
    });
    await live.untilUnread((notified.count += count));
    if (round < 0) continue;
    frames.push(framesPerSecond);
    behind.push(performance.now() - sentAt);
  }
  const all = rate * FLOOD_SECONDS * rounds;
  const grown = ((await heapAtRest()) - before) / 1_000_000;
  return [
    {
      id,
      what: `${name}: frames a second`,
      ours: `${median(frames).toFixed(1)}, all there ${median(behind).toFixed(0)} ms after the last`,
      other: `least ${FRAMES_GOAL}`,
      ratio: median(frames) / FRAMES_GOAL,
      goal: `>= ${FRAMES_GOAL}`,
      verdict: reached(median(frames) >= FRAMES_GOAL),
      exact: false,
    },
    {
      id: `${id}.lost`,
      what: `${name}: lost or counted twice`,
      ours: `0 of ${all.toLocaleString('en-US')}`,
      other: 'least possible: 0',
      goal: '0',
      verdict: 'ok',
      exact: true,
    },
    {
      id: `${id}.heap`,
      what: `${name}: memory grown after ${all.toLocaleString('en-US')}`,
      ours: `${grown.toFixed(2)} MB`,
      other: 'limit 2 MB',
      goal: '<= 2 MB',
      verdict: reached(grown <= 2),
      exact: false,
    },
  ];
}

async function panel(full: StreamPage, rounds: number): Promise<Row[]> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const opened = await full.page.evaluate(async () => {
      const started = performance.now();
      document.querySelector<HTMLElement>('button[aria-label^="Notifications"]')?.click();
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (document.querySelector('.note') === null) await frame();
      await frame();
      return { ms: performance.now() - started, rows: document.querySelectorAll('[data-row]').length };
    });
    // The first one also fetches the panel's file, if no idle moment has loaded it yet.
    if (round > 0) times.push(opened.ms);
    rows = Math.max(rows, opened.rows, await rowsWhileScrolling(full));
    await full.page.keyboard.press('Escape');
    await full.page.waitForSelector('.note-panel', { state: 'detached' });
  }
  return [
    {
      id: 'stream.panel',
      what: `the panel with ${ITEMS.toLocaleString('en-US')} opened and drawn`,
      ours: `${median(times).toFixed(0)} ms`,
      other: 'limit 100 ms',
      ratio: median(times) / 100,
      goal: '<= 100 ms',
      verdict: reached(median(times) <= 100),
      exact: false,
    },
    {
      id: 'stream.panel.rows',
      what: `the panel with ${ITEMS.toLocaleString('en-US')}: most rows in the page, also while scrolling`,
      ours: `${rows}`,
      other: 'limit 60',
      goal: '<= 60',
      verdict: reached(rows > 0 && rows <= 60),
      exact: true,
    },
  ];
}

const rowsWhileScrolling = ({ page }: StreamPage): Promise<number> =>
  page.evaluate(async () => {
    const list = document.querySelector('.virtual-list');
    let most = 0;
    for (let top = 0; list && top < 60_000; top += 6_000) {
      list.scrollTop = top;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      most = Math.max(most, document.querySelectorAll('[data-row]').length);
    }
    return most;
  });
