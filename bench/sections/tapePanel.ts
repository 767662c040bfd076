/**
 * The cost of the recorder's live timeline to the recorded app while many events arrive, and how smoothly the timeline
 * of a long tape scrolls.
 */
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { median } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { openStreamPage, type StreamPage } from '../lib/streamPage';
import { startStream, type StreamServer } from '../lib/streamServer';

const ID = 'tapes.timeline';
const WHAT = 'recorded, with the timeline open';
const TASK_LIMIT_MS = 50;
const TASK_GOAL = `none over ${TASK_LIMIT_MS} ms`;
const BURSTS = [
  { id: ID, count: 200, seconds: 1 },
  { id: `${ID}.flood`, count: 4_000, seconds: 2 },
] as const;
const LONG = 10_000;
const FRAMES_GOAL = 58;
/** A wheel that is turned quickly. */
const SCROLL_PX = 120;
const SCROLL_FRAMES = 240;
const REPLAY_MS = 180_000;

export const tapePanel: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) return [skipped(ID, WHAT, TASK_GOAL, 'no Chromium')];
  const server = await startDemo();
  const browser = await launch(chromium);
  const stream = await startStream();
  try {
    const live = await openStreamPage(browser, server.base, stream, { isRecorded: true });
    await live.page.getByRole('button', { name: 'Timeline' }).click();
    await live.page.getByRole('grid', { name: 'Entries' }).waitFor();
    const rows: Row[] = [];
    let notified = 0;
    for (const burst of BURSTS) {
      note(`tape-panel: ${burst.count} notifications in ${burst.seconds} s`);
      const longest: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        longest.push(await longestTask(live, stream, burst, (notified += burst.count)));
      rows.push(row(burst, longest, await entriesOf(live)));
    }
    note(`tape-panel: until there are ${LONG} entries`);
    const [{ count, seconds }] = BURSTS;
    while ((await entriesOf(live)) < LONG) {
      await stream.flood({ rate: count / seconds, count: 5 * count, together: 1 });
      await live.untilUnread((notified += 5 * count));
    }
    note('tape-panel: scrolling through them');
    rows.push(await scrolled(live, rounds));
    return rows;
  } finally {
    await browser.close();
    stream.close();
    await server.stop();
  }
};

type Burst = (typeof BURSTS)[number];

async function longestTask(live: StreamPage, stream: StreamServer, burst: Burst, notified: number): Promise<number> {
  const { longestTaskMs } = await live.watch(async () => {
    await stream.flood({ rate: burst.count / burst.seconds, count: burst.count, together: 1 });
    await live.untilUnread(notified);
  });
  return longestTaskMs;
}

const entriesOf = async ({ page }: StreamPage) =>
  Number(
    /\d[\d,]*/.exec((await page.getByText(/^Recording, [\d,]+ entries$/).textContent()) ?? '')?.[0].replaceAll(',', ''),
  );

function row({ id, count, seconds }: Burst, longest: readonly number[], entries: number): Row {
  return {
    id,
    what: `${count.toLocaleString('en-US')} notifications in ${seconds} s, ${WHAT}: longest task (0: none over 50 ms)`,
    ours: `${median(longest).toFixed(0)} ms, longest of ${longest.length}: ${Math.max(...longest).toFixed(0)} ms, ${entries.toLocaleString('en-US')} entries`,
    other: `limit ${TASK_LIMIT_MS} ms`,
    goal: TASK_GOAL,
    verdict: reached(median(longest) <= TASK_LIMIT_MS),
    exact: false,
  };
}

/** The recording is replayed once, so that each row has its machines, too. */
async function scrolled({ page, watch }: StreamPage, rounds: number): Promise<Row> {
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('columnheader', { name: 'realtime' }).waitFor({ timeout: REPLAY_MS });
  const [entries = ''] = /\d[\d,]*/.exec((await page.getByText(/, [\d,]+ entries$/).textContent()) ?? '') ?? [];
  const grid = page.getByRole('grid', { name: 'Entries' });
  const frames: number[] = [];
  const atRest: number[] = [];
  // The first one warms up.
  for (let round = -1; round < rounds; round += 1) {
    const rest = await watch(() => page.waitForTimeout((SCROLL_FRAMES * 1_000) / 60));
    const moving = await watch(() =>
      grid.evaluate(
        async (list, { px, count }) => {
          list.scrollTop = 0;
          for (let frame = 0; frame < count; frame += 1) {
            await new Promise((resolve) => requestAnimationFrame(resolve));
            list.scrollTop += px;
          }
        },
        { px: SCROLL_PX, count: SCROLL_FRAMES },
      ),
    );
    if (round < 0) continue;
    frames.push(moving.framesPerSecond);
    atRest.push(rest.framesPerSecond);
  }
  return {
    id: `${ID}.scrolled`,
    what: `${entries} entries scrolled by ${SCROLL_PX} pixels a frame: frames a second`,
    ours: `${median(frames).toFixed(1)}, least of ${frames.length}: ${Math.min(...frames).toFixed(1)}`,
    other: `at rest ${median(atRest).toFixed(1)}`,
    ratio: median(frames) / FRAMES_GOAL,
    goal: `>= ${FRAMES_GOAL}`,
    verdict: reached(median(frames) >= FRAMES_GOAL),
    exact: false,
  };
}
