/** The cost of the recorder's live timeline to the recorded app, while many events arrive. */
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
const BURSTS = [
  { id: ID, count: 200, seconds: 1 },
  { id: `${ID}.flood`, count: 4_000, seconds: 2 },
] as const;

export const tapePanel: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) return [skipped(ID, WHAT, `<= ${TASK_LIMIT_MS} ms`, 'no Chromium')];
  const server = await startDemo();
  const browser = await launch(chromium);
  const stream = await startStream();
  try {
    const live = await openStreamPage(browser, server.base, stream, { isRecorded: true });
    await live.page.getByRole('button', { name: 'Timeline' }).click();
    await live.page.getByRole('grid', { name: 'Entries' }).waitFor();
    const rows: Row[] = [];
    let told = 0;
    for (const burst of BURSTS) {
      note(`tape-panel: ${burst.count} notifications in ${burst.seconds} s`);
      const longest: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        longest.push(await longestTask(live, stream, burst, (told += burst.count)));
      rows.push(row(burst, longest, await entriesOf(live)));
    }
    return rows;
  } finally {
    await browser.close();
    stream.close();
    await server.stop();
  }
};

type Burst = (typeof BURSTS)[number];

async function longestTask(live: StreamPage, stream: StreamServer, burst: Burst, told: number): Promise<number> {
  const { longestTaskMs } = await live.watch(async () => {
    await stream.flood({ rate: burst.count / burst.seconds, count: burst.count, together: 1 });
    await live.untilUnread(told);
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
    goal: 'none over 50 ms',
    verdict: reached(median(longest) <= TASK_LIMIT_MS),
    exact: false,
  };
}
