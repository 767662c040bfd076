/** The cost of recording to the sagas, and the time and size of a replay. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRecorder, play, readTape } from '../../tape';
import { readLines } from '../../tape/cli/lines';
import { app } from '../../src/devtools/replayApp';
import { mixApp, runMix, type MixListener } from '../lib/effectMix';
import { createHeapWatch } from '../../test/support/heapWatch';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const TURNS = 2_000;
const RECORDED_LIMIT = 1.5;
const LONG = 100_000;
/** The intent, the calls of the two ports, and the answer that arrives later. */
const ENTRIES_A_TURN = 4;
const LONG_LIMIT_MB = 20;
const LIBRARY = path.join(__dirname, '../../test/flows');
const LIBRARY_LIMIT_S = 5;

export const tapes: Section = async ({ rounds, note }) => {
  note('tapes: what recording costs');
  const perEffect = await interleave(
    {
      plain: () => runMix(TURNS),
      recorded: () => runMix(TURNS, recording().listener),
    },
    // A single pair says little on a busy machine.
    3 * rounds,
  );
  const { plain = [], recorded = [] } = perEffect;
  note('tapes: the whole library');
  const library = await playLibrary();
  note(`tapes: one of ${LONG} entries`);
  return [
    effectRow(recorded, plain),
    {
      id: 'tapes.library',
      what: `${library.count} tapes replayed one after the other`,
      ours: `${library.seconds.toFixed(2)} s, of which the processor ${library.cpuSeconds.toFixed(2)} s`,
      other: `limit ${LIBRARY_LIMIT_S} s`,
      ratio: library.seconds / LIBRARY_LIMIT_S,
      goal: `< ${LIBRARY_LIMIT_S} s`,
      verdict: reached(library.seconds < LIBRARY_LIMIT_S),
      exact: false,
    },
    await longRow(),
  ];
};

export function effectRow(recorded: readonly number[], plain: readonly number[]): Row {
  const { ratio, spread } = pairwise(recorded, plain);
  return {
    id: 'tapes.recorded',
    what: 'an effect of a saga while it is recorded',
    ours: `${median(recorded).toFixed(2)} µs`,
    other: `without a recorder ${median(plain).toFixed(2)} µs`,
    ratio,
    spread,
    goal: `<= ${RECORDED_LIMIT} x`,
    verdict: reached(ratio <= RECORDED_LIMIT),
    exact: false,
  };
}

function recording() {
  const recorder = createRecorder({ app: 'mix', zone: 'UTC', locale: 'en' });
  const listener: MixListener = { wrap: recorder.wrap, hooks: recorder };
  return { recorder, listener };
}

async function playLibrary() {
  await app.warm?.();
  const files = readdirSync(LIBRARY).filter((file) => file.endsWith('.tape.jsonl'));
  const started = performance.now();
  const cpu = process.cpuUsage();
  for (const file of files) {
    const { divergence } = await play(app, readTape(file, readLines(path.join(LIBRARY, file))));
    if (divergence) throw new Error(`${file}: ${divergence.headline}`);
  }
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1_000;
  return { count: files.length, seconds, cpuSeconds: (user + system) / 1e6 };
}

/** A long recording is written to a file and played from there: the maximum of memory that it takes. */
async function longRow(): Promise<Row> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tape-'));
  try {
    const file = path.join(folder, 'long.tape.jsonl');
    const entries = await recordLong(file);
    const heap = createHeapWatch();
    function* watched(): Generator<string> {
      let nth = 0;
      for (const line of readLines(file)) {
        if (nth++ % 10_000 === 0) heap.measure();
        yield line;
      }
    }
    const { divergence } = await play(mixApp, readTape('long', watched()));
    const grown = heap.mostMb();
    return {
      id: 'tapes.long',
      what: `memory held while a tape of ${entries} entries is played, at most`,
      ours: `${grown.toFixed(1)} MB`,
      other: `limit ${LONG_LIMIT_MB} MB`,
      ratio: grown / LONG_LIMIT_MB,
      goal: `< ${LONG_LIMIT_MB} MB`,
      verdict: divergence ? 'WRONG' : reached(grown < LONG_LIMIT_MB),
      exact: false,
      ...(divergence && { reason: divergence.headline }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function recordLong(file: string): Promise<number> {
  const { recorder, listener } = recording();
  await runMix(LONG / ENTRIES_A_TURN, listener);
  const text = recorder.finish();
  writeFileSync(file, text);
  return recorder.entries();
}
