/** What a person waits for after `npm start`, with everything installed and built: the first time, and later. */
import { START, firstStartMs, removeDataDir, startOurServer, temporaryDataDir } from '../lib/ourServer';
import { median } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const FIRST_LIMIT_S = 20;
const LATER_LIMIT_S = 3;

export const start: Section = async ({ rounds, note }) => {
  const first = [(await firstStartMs()) / 1000];
  const later: number[] = [];
  for (let round = 0; round < Math.max(1, Math.floor(rounds / 7)); round += 1) {
    const dataDir = temporaryDataDir();
    try {
      note(`start: first start ${round + 2}`);
      first.push(await startOnce(dataDir));
      for (let i = 0; i < 4; i += 1) later.push(await startOnce(dataDir));
    } finally {
      removeDataDir(dataDir);
    }
  }
  return [
    row('start.first', 'first start: database created and filled, until ready', first, FIRST_LIMIT_S),
    row('start.later', 'later starts, until ready', later, LATER_LIMIT_S),
  ];
};

async function startOnce(dataDir: string): Promise<number> {
  const server = await startOurServer(dataDir, START);
  await server.stop();
  return server.readyMs / 1000;
}

function row(id: string, what: string, seconds: readonly number[], limit: number): Row {
  const slowest = Math.max(...seconds);
  return {
    id,
    what,
    ours: `${median(seconds).toFixed(2)} s, slowest of ${seconds.length}: ${slowest.toFixed(2)} s`,
    other: `limit ${limit} s`,
    ratio: slowest / limit,
    goal: `slowest < ${limit} s`,
    verdict: reached(slowest < limit),
    exact: false,
  };
}
