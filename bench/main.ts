/**
 * Measures the product beside its peers and the physical limits. Started by `npm run bench`. Options: `--long` (only
 * the sections that take minutes), `--section <name>` (repeatable), `--rounds <number>` (7 by default), `--check` (fail
 * on missed exact figures). With enough rounds, each section's figures replace its earlier ones in the files of
 * results.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { summary, table } from './lib/report';
import { conditions, readResults, writeResults } from './lib/results';
import { breaksCheck, skipped, type Row } from './lib/row';
import { LONG, SECTIONS, USUAL } from './sections';

/** With fewer rounds the median is not recorded. */
const RECORDED_ROUNDS = 7;

const { values } = parseArgs({
  options: {
    section: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '7' },
    check: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  const names = values.section ?? Object.keys(values.long ? LONG : USUAL);
  const unknown = names.filter((name) => !(name in SECTIONS));
  if (unknown.length > 0) {
    console.error(`There is no section ${unknown.join(', ')}. The sections are: ${Object.keys(SECTIONS).join(', ')}.`);
    return 2;
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    console.error(`--rounds takes a whole number from 1, not ${values.rounds}.`);
    return 2;
  }
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`Load average before the start: ${load}. On a busy machine all times are long and ratios scatter.`);
  const started = performance.now();
  const rows: Row[] = [];
  for (const name of names) {
    const begun = performance.now();
    const under = conditions(rounds);
    const measured = await measure(name, rounds);
    if (isRecorded(measured, rounds)) writeResults({ ...readResults(), [name]: { under, rows: measured } });
    rows.push(...measured);
    console.log(`${name}: took ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  const seconds = Math.round((performance.now() - started) / 1000);

  console.log(`\n${table(rows)}\n\n${summary(rows)} in ${seconds} s`);
  const broken = values.check ? rows.filter(breaksCheck) : rows.filter((row) => row.verdict === 'WRONG');
  for (const row of broken) console.error(`${row.id}: ${row.verdict} (${row.ours}; goal ${row.goal})`);
  return broken.length === 0 ? 0 : 1;
}

/** A section of which nothing could be measured here keeps what was measured elsewhere. */
const isRecorded = (rows: readonly Row[], rounds: number): boolean =>
  rounds >= RECORDED_ROUNDS && rows.some(({ verdict }) => verdict !== 'SKIPPED');

/** A section that throws becomes one row marked as wrong; the others still run. */
async function measure(name: string, rounds: number): Promise<readonly Row[]> {
  const section = SECTIONS[name];
  if (!section) return [];
  const chromium = process.env['CHROMIUM_PATH'];
  try {
    return await section({ rounds, chromium, note: (line) => console.log(line) });
  } catch (error) {
    console.error(error);
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [{ ...skipped(name, 'the whole section', '-', reason, true), verdict: 'WRONG' }];
  }
}

void main().then((code) => (process.exitCode = code));
