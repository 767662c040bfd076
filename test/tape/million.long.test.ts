/** A million entries: recorded for the last minutes, and played from a file, in memory that does not grow with them. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mixApp, runMix } from '../../bench/lib/effectMix';
import { createRecorder, linesOf, play, readTape } from '../../tape';
import { createChecksum } from '../../tape/checksum';
import { readLines } from '../../tape/cli/lines';
import { createHeapWatch } from '../support/heapWatch';

const MILLION = 1_000_000;
const LIMIT_MB = 40;
const record = (last?: { readonly minutes: number; readonly entries: number }) =>
  createRecorder({
    app: 'mix',
    zone: 'UTC',
    locale: 'en',
    ...(last && { last: { ...last, state: () => null } }),
  });

/** The lines of a tape of three turns: header and start, the last turn, and the end without the closing line. */
async function recorded() {
  const recorder = record();
  await runMix(3, { wrap: recorder.wrap, hooks: recorder });
  const [header = '', ...lines] = recorder.finish().trim().split('\n').slice(0, -1);
  const begins = lines.flatMap((line, at) => (line.includes('"do":{"type":"mix/asked"') ? [at] : []));
  const turn = lines.slice(begins[1], begins[2]);
  return { header, start: lines.slice(0, begins[0]), turn };
}

/** Repeats the turn as often as needed: only its number differs. */
function* longTape({ header, start, turn }: Awaited<ReturnType<typeof recorded>>): Generator<string> {
  const sum = createChecksum();
  const counted = (line: string) => {
    sum.add(line);
    return line;
  };
  yield counted(header);
  for (const line of start) yield counted(line);
  let entries = start.length;
  for (let nth = 1; entries < MILLION; nth += 1)
    for (const line of turn) {
      entries += 1;
      yield counted(
        line
          .replace(/FORK:turn#2/g, `FORK:turn#${nth}`)
          .replace(/"id":2\b/g, `"id":${nth}`)
          .replace('"args":[2]', `"args":[${nth}]`),
      );
    }
  yield JSON.stringify({ closed: { entries, sum: sum.digest() } });
}

it('played from a file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'million-'));
  try {
    const file = path.join(folder, 'million.tape.jsonl');
    const out = openSync(file, 'w');
    let text = '';
    const write = (all: string) => {
      writeSync(out, all);
      text = '';
    };
    for (const line of longTape(await recorded())) {
      text += `${line}\n`;
      if (text.length > 1e6) write(text);
    }
    write(text);
    closeSync(out);

    const heap = createHeapWatch();
    function* watched(): Generator<string> {
      let nth = 0;
      for (const line of readLines(file)) {
        if (nth++ % 50_000 === 0) heap.measure();
        yield line;
      }
    }
    const { divergence, facts } = await play(mixApp, readTape('million', watched()));
    expect(divergence?.headline).toBeUndefined();
    expect(facts.entries).toBeGreaterThanOrEqual(MILLION);
    process.stdout.write(
      `A tape of ${facts.entries} entries is played with ${heap.mostMb().toFixed(1)} MB held at most.\n`,
    );
    expect(heap.mostMb()).toBeLessThan(LIMIT_MB);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 300_000);

it('recorded for the last minutes', async () => {
  const heap = createHeapWatch();
  const recorder = record({ minutes: 5, entries: 20_000 });
  for (let done = 0; recorder.entries() < MILLION; done += 1) {
    await runMix(10_000, { wrap: recorder.wrap, hooks: recorder });
    heap.measure();
  }
  const kept = [...readTape('last', linesOf(recorder.finish())).entries].length;
  process.stdout.write(
    `Of ${recorder.entries()} entries ${kept} are kept, with ${heap.mostMb().toFixed(1)} MB held at most.\n`,
  );
  expect(kept).toBeLessThanOrEqual(20_000);
  expect(heap.mostMb()).toBeLessThan(LIMIT_MB);
}, 300_000);
