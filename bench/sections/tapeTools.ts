/**
 * One flow of a player of tracks, and twenty faults seeded into its sagas: how many a tape notices, and how many a test
 * of the same flow by other tools, how many lines had to be written, and how long it runs.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transformSync } from 'esbuild';
import * as tapes from '../../tape';
import { changedText, moduleOf, type Change } from '../../test/tape/foreign';
import { launch } from '../lib/chromium';
import { median } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const FOLDER = path.join(__dirname, '../peers/tapes');
const GOAL = 20;

type Load = (apis: unknown) => Readonly<Record<string, unknown>>;
interface Fault {
  readonly what: string;
  readonly text: string;
}
/** Rejects if the tool notices the fault. */
type Try = (text: string) => Promise<void>;

const peer = async <T>(name: string) => (await import(pathToFileURL(path.join(FOLDER, name)).href)) as T;

export const tapeTools: Section = async ({ rounds, chromium, note }) => {
  const { FAULTS } = await peer<{ FAULTS: readonly (readonly [string, ...Change[]])[] }>('faults.mjs');
  const faults = FAULTS.map(([what, ...changes]) => ({ what, text: changedText('player', changes) }));
  const rows: Row[] = [];
  for (const [id, open] of Object.entries(TOOLS)) {
    const tool = await open(chromium);
    note(`tape-tools: ${tool.version}`);
    rows.push(await measureTool(id, tool, faults, rounds));
  }
  return rows;
};

/** An open browser would keep the bench running, so the tool is closed even if its test of the healthy app fails. */
export async function measureTool(
  id: string,
  { version, attempt, close }: Tool,
  faults: readonly Fault[],
  rounds: number,
): Promise<Row> {
  if (attempt === null) return skipped(`tapes.notice.${id}`, `of ${GOAL} seeded faults`, 'none', 'no Chromium');
  try {
    return await rowOf(id, version, attempt, faults, rounds);
  } finally {
    await close?.();
  }
}

interface Tool {
  readonly version: string;
  readonly attempt: Try | null;
  readonly close?: () => Promise<void>;
}
const loaderOf =
  (text: string): Load =>
  (apis) =>
    moduleOf(text, apis);
const healthy = changedText('player', []);

const TOOLS: Readonly<Record<string, (chromium: string | undefined) => Promise<Tool>>> = {
  async tapes() {
    const { record, run, version } = await peer<{
      record: (tapes: object, load: Load) => Promise<string>;
      run: (tapes: object, load: Load, text: string) => Promise<void>;
      version: string;
    }>('sagaTapes.mjs');
    const text = await record(tapes, loaderOf(healthy));
    return { version, attempt: (changed) => run(tapes, loaderOf(changed), text) };
  },
  testPlan: () => plain('testPlan.mjs'),
  sagaTester: () => plain('sagaTester.mjs'),
  async devtools() {
    const { record, run, version } = await peer<{
      record: (load: Load) => Promise<object>;
      run: (load: Load, recorded: object) => Promise<void>;
      version: string;
    }>('devtools.mjs');
    const recorded = await record(loaderOf(healthy));
    return { version, attempt: (changed) => run(loaderOf(changed), recorded) };
  },
  async playwright(chromium) {
    const { run, version } = await peer<{ run: (browser: object, code: string) => Promise<void>; version: string }>(
      'playwright.mjs',
    );
    if (chromium === undefined) return { version, attempt: null };
    const browser = await launch(chromium);
    return {
      version,
      attempt: async (changed) => run(browser, await pageOf(changed)),
      close: () => browser.close(),
    };
  },
};

async function plain(file: string): Promise<Tool> {
  const { run, version } = await peer<{ run: (load: Load) => Promise<void>; version: string }>(file);
  return { version, attempt: (changed) => run(loaderOf(changed)) };
}

const pages = new Map<string, string>();
async function pageOf(text: string): Promise<string> {
  const page = pages.get(text) ?? (await bundle(text));
  pages.set(text, page);
  return page;
}

/** The page of the peers around the player's text. */
async function bundle(text: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(FOLDER, 'page.mjs')],
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'player',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^player$/ }, () => ({ path: 'player', namespace: 'text' }));
          onResolve({ filter: /^\.\/apis$/ }, () => ({ path: path.join(FOLDER, 'pageApis.mjs') }));
          onResolve({ filter: /^\.\.$/ }, () => ({ path: 'tape', namespace: 'none' }));
          onLoad({ filter: /.*/, namespace: 'text' }, () => ({ contents: text, loader: 'ts', resolveDir: FOLDER }));
          onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'export const defineApp = (app) => app;' }));
        },
      },
    ],
  });
  return outputFiles[0]!.text;
}

const FILES: Readonly<Record<string, string>> = {
  tapes: 'sagaTapes.mjs',
  testPlan: 'testPlan.mjs',
  sagaTester: 'sagaTester.mjs',
  devtools: 'devtools.mjs',
  playwright: 'playwright.mjs',
};
/** The number of lines of the file without comments, in a common format. */
const linesOf = (id: string) =>
  transformSync(readFileSync(path.join(FOLDER, FILES[id] ?? ''), 'utf8'))
    .code.trim()
    .split('\n').length;

/** Errors that sagas throw outside of a test make it fail, too. */
async function fails(work: () => Promise<void>): Promise<boolean> {
  let isThrown = false;
  const onError = () => void (isThrown = true);
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  try {
    await work();
    return isThrown;
  } catch {
    return true;
  } finally {
    process.off('uncaughtException', onError);
    process.off('unhandledRejection', onError);
  }
}

async function rowOf(
  id: string,
  version: string,
  attempt: Try,
  faults: readonly Fault[],
  rounds: number,
): Promise<Row> {
  const times: number[] = [];
  // Compiles, which is no part of any tool.
  await attempt(healthy);
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await attempt(healthy);
    times.push(performance.now() - started);
  }
  const missed: string[] = [];
  for (const { what, text } of faults) {
    const isNoticed = await fails(() => attempt(text));
    if (!isNoticed) missed.push(what);
  }
  const noticed = faults.length - missed.length;
  return {
    id: `tapes.notice.${id}`,
    what: `of ${faults.length} seeded faults noticed by ${version}, ${linesOf(id)} lines, ${median(times).toFixed(0)} ms`,
    ours: `${noticed} noticed`,
    other: missed.length === 0 ? 'all' : `missed: ${missed.join('; ')}`,
    goal: id === 'tapes' ? `${GOAL}` : 'none',
    verdict: id === 'tapes' ? reached(noticed === GOAL) : 'info',
    exact: id === 'tapes',
  };
}
