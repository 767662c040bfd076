/**
 * Lighthouse's scores of the sign-in, the home dashboard and a list, with its desktop profile. Performance depends on
 * the machine as well: Lighthouse's own index of the machine is shown beside each score.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../test/browser/support/chromium';
import { median } from '../lib/pairs';
import { startDemo } from '../lib/ourServer';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { signIn } from '../lib/signedIn';

interface Visit {
  readonly name: string;
  readonly path: string;
  /** The call that only this page makes, for a signed-in user. */
  readonly call?: string;
}
const PAGES: readonly Visit[] = [
  { name: 'sign-in', path: '/signin' },
  { name: 'home', path: '/vms/dashboard', call: '/api-job/v1/dashboard/batch' },
  { name: 'list', path: '/vms/jobs', call: '/api-user/v1/lists/jobs/search' },
];
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof GOALS;
const CATEGORIES = Object.keys(GOALS) as readonly Category[];
const MAX_SHIFT = 0.02;
const SHIFT = 'cumulative-layout-shift';
const REQUESTS = 'network-requests';

/** A package of the bench; the product does not use it. */
const LIGHTHOUSE = path.join(__dirname, '../node_modules/lighthouse/cli/index.js');

/** The parts of its report that are used. */
export interface Report {
  /** The address of the page when it was scored. */
  readonly finalDisplayedUrl: string;
  readonly runtimeError?: { readonly message: string };
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly numericValue?: number;
        readonly details?: { readonly items?: readonly { readonly url?: string; readonly statusCode?: number }[] };
      }
    >
  >;
}

export const lighthouse: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined)
    return PAGES.map(({ name }) => skipped(`lighthouse.${name}`, 'scores', '>= 95', 'no Chromium', true));
  const server = await startDemo();
  const profile = mkdtempSync(path.join(tmpdir(), 'lighthouse-'));
  const context = await playwright.launchPersistentContext(profile, {
    executablePath: chromium,
    args: [...CHROMIUM_FLAGS, '--remote-debugging-port=0'],
  });
  try {
    const port = Number(readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
    const rows: Row[] = [];
    let isIn = false;
    for (const page of PAGES) {
      if (page.call !== undefined && !isIn) {
        const tab = await context.newPage();
        await signIn(tab, server.base, 'vms.manager', 'MERIDIAN');
        await tab.close();
        isIn = true;
      }
      note(`lighthouse: ${page.name}`);
      const reports: Report[] = [];
      for (let round = 0; round < rounds; round += 1) reports.push(await look(server.base, page, port));
      rows.push(...CATEGORIES.map((category) => scoreRow(page.name, category, reports)), shiftRow(page.name, reports));
    }
    return rows;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    await server.stop();
  }
};

/** A signed-in user has the files of the app in the browser; the sign-in page is measured on a first visit. */
async function look(base: string, page: Visit, port: number): Promise<Report> {
  const words = [
    base + page.path,
    `--port=${port}`,
    '--preset=desktop',
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ];
  const only = `--only-categories=${CATEGORIES.join(',')}`;
  // Not in one blocking call: Playwright lets new pages of this browser continue only while this process handles
  // events.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [LIGHTHOUSE, ...words, only, ...(page.call === undefined ? [] : ['--disable-storage-reset'])],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout) as Report;
  checkReport(report, base, page);
  return report;
}

/** Throws unless the scores are those of this page, with its data: a sign-in form would score well in its place. */
export function checkReport(report: Report, base: string, { path: asked, call }: Visit): void {
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  const shown = new URL(report.finalDisplayedUrl);
  if (shown.origin + shown.pathname !== base + asked)
    throw new Error(`Lighthouse looked at ${report.finalDisplayedUrl} instead of ${base}${asked}.`);
  if (call === undefined) return;
  const requests = report.audits[REQUESTS]?.details?.items ?? [];
  if (!requests.some(({ url, statusCode }) => url === base + call && statusCode === 200))
    throw new Error(`${asked} got no answer from ${call}, so its scores are not those of a page with data.`);
}

function scoreRow(page: string, category: Category, reports: readonly Report[]): Row {
  const scores = reports.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100));
  const goal = GOALS[category];
  const score = median(scores);
  const speed = reports.map(({ environment }) => Math.round(environment.benchmarkIndex));
  const isOfMachine = category === 'performance';
  return {
    id: `lighthouse.${page}.${category}`,
    what: `${category} of Lighthouse's desktop profile`,
    ours: `${score}, of ${scores.join(', ')}`,
    other: isOfMachine ? `machine ${speed.join(', ')}` : '-',
    goal: `>= ${goal}`,
    verdict: reached(score >= goal),
    exact: !isOfMachine,
  };
}

function shiftRow(page: string, reports: readonly Report[]): Row {
  const worst = Math.max(...reports.map(({ audits }) => audits[SHIFT]?.numericValue ?? Number.NaN));
  return {
    id: `lighthouse.${page}.shift`,
    what: 'layout shift, the worst',
    ours: worst.toFixed(3),
    other: '-',
    goal: `<= ${MAX_SHIFT}`,
    verdict: reached(worst <= MAX_SHIFT),
    exact: true,
  };
}
