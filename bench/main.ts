/**
 * Measures the product beside its peers and the physical limits. Started by `npm run bench`. Options: `--long` (only
 * the sections that take minutes), `--section <name>` (repeatable), `--rounds <number>` (7 by default), `--check` (fail
 * on missed exact figures). With enough rounds, each section's figures replace its earlier ones in the files of
 * results.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measure } from './lib/measure';
import { summary, table } from './lib/report';
import { conditions, readResults, writeResults } from './lib/results';
import { breaksCheck, type Row } from './lib/row';
import type { Section } from './lib/section';
import { LONG, SECTIONS, USUAL } from './sections';

/** As a shell reports Ctrl+C. */
const STOPPED = 130;

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
  const sections = names.flatMap((name): [string, Section][] => (SECTIONS[name] ? [[name, SECTIONS[name]]] : []));
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
  const chromium = process.env['CHROMIUM_PATH'];
  const options = { rounds, chromium, note: (line: string) => console.log(line) };
  for (const [name, section] of sections) {
    const begun = performance.now();
    const under = conditions(rounds);
    const measured = await measure(name, section, options);
    if (measured.isRecorded) writeResults({ ...readResults(), [name]: { under, rows: measured.rows } });
    rows.push(...measured.rows);
    console.log(`${name}: took ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  const seconds = Math.round((performance.now() - started) / 1000);

  console.log(`\n${table(rows)}\n\n${summary(rows)} in ${seconds} s`);
  const broken = values.check ? rows.filter(breaksCheck) : rows.filter((row) => row.verdict === 'WRONG');
  for (const row of broken) console.error(`${row.id}: ${row.verdict} (${row.ours}; goal ${row.goal})`);
  return broken.length === 0 ? 0 : 1;
}

// Exits by itself, so that what was started for the measurement is removed at the exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(STOPPED));
void main().then((code) => (process.exitCode = code));
