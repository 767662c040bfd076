/**
 * Measures the product beside its peers and the physical limits. Started by `npm run bench`. Options: `--long` (only
 * the sections that take minutes), `--section <name>` (repeatable), `--rounds <number>` (7 by default), `--check` (fail
 * on missed exact figures).
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { document, summary, table } from './lib/report';
import { breaksCheck, skipped, type Row } from './lib/row';
import type { Section } from './lib/section';
import { clientStream } from './sections/clientStream';
import { backup } from './sections/backup';
import { broadcasts } from './sections/broadcasts';
import { dashboard } from './sections/dashboard';
import { dashboardLeak } from './sections/dashboardLeak';
import { dashboardsDb, dashboardsDbTenfold } from './sections/dashboardsDb';
import { eventToBadge } from './sections/eventToBadge';
import { kpiPaint } from './sections/kpiPaint';
import { fanout } from './sections/fanout';
import { findNotifications } from './sections/findNotifications';
import { homePaint } from './sections/homePaint';
import { lighthouse } from './sections/lighthouse';
import { listPages } from './sections/lists';
import { pdf } from './sections/pdf';
import { reconnect } from './sections/reconnect';
import { records } from './sections/records';
import { recordsDb } from './sections/recordsDb';
import { refresh } from './sections/refresh';
import { openPages } from './sections/scalePages';
import { readReplica } from './sections/scaleReplica';
import { rollingRestarts } from './sections/scaleRolling';
import { writesAcrossNodes } from './sections/scaleWrites';
import { shell } from './sections/shell';
import { signInLoad } from './sections/signInLoad';
import { signIns } from './sections/signIns';
import { start } from './sections/start';
import { tabs } from './sections/tabs';
import { tapePanel } from './sections/tapePanel';
import { tapes } from './sections/tapes';
import { tapeTools } from './sections/tapeTools';

/** These take minutes each: most write a million rows first, run several nodes, or look at a page many times. */
const LONG: Readonly<Record<string, Section>> = {
  lists: listPages,
  'find-notifications': findNotifications,
  'dashboards-db': dashboardsDb,
  'dashboards-db-10m': dashboardsDbTenfold,
  'records-db': recordsDb,
  'dashboard-leak': dashboardLeak,
  lighthouse,
  'scale-writes': writesAcrossNodes,
  'scale-pages': openPages,
  'scale-rolling': rollingRestarts,
  'scale-replica': readReplica,
  backup,
};
const USUAL: Readonly<Record<string, Section>> = {
  'sign-in-load': signInLoad,
  'home-paint': homePaint,
  refresh,
  dashboard,
  'kpi-paint': kpiPaint,
  records,
  fanout,
  broadcasts,
  reconnect,
  'event-to-badge': eventToBadge,
  'client-stream': clientStream,
  shell,
  tabs,
  pdf,
  tapes,
  'tape-panel': tapePanel,
  'tape-tools': tapeTools,
  'sign-ins': signIns,
  start,
};
const SECTIONS = { ...USUAL, ...LONG };

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
    rows.push(...(await measure(name, rounds)));
    console.log(`${name}: took ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  const seconds = Math.round((performance.now() - started) / 1000);

  console.log(`\n${table(rows)}\n\n${summary(rows)} in ${seconds} s`);
  if (values.section === undefined && rounds >= RECORDED_ROUNDS) {
    const how = `${names.length} sections, ${rounds} rounds each, in ${seconds} s; load average before the start ${load}`;
    const file = values.long ? 'results-long.md' : 'results.md';
    writeFileSync(path.join(__dirname, file), document(rows, how));
  }
  const broken = values.check ? rows.filter(breaksCheck) : rows.filter((row) => row.verdict === 'WRONG');
  for (const row of broken) console.error(`${row.id}: ${row.verdict} (${row.ours}; goal ${row.goal})`);
  return broken.length === 0 ? 0 : 1;
}

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
