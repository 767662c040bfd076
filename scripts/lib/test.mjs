import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { Problem, inRoot, runTool, runNode } from './process.mjs';
import { ensureRedis } from './redis.mjs';

/**
 * The fastest projects run first. The projects of a group share their workers, so that none waits for the last file of
 * another.
 */
const GROUPS = [
  ['fast', 'histories'],
  ['packages', 'server', 'browser'],
];
export const PROJECTS = GROUPS.flat();
/** Their tests also wait for a server or a browser, so they have one worker more than there are cores. */
const WAITING = ['server', 'browser'];
const isWaiting = (projects) => projects.some((project) => WAITING.includes(project));
const WORKER_BYTES = 2.5 * 1024 ** 3;
const waitingWorkers = () =>
  Math.max(2, Math.min(availableParallelism() + 1, Math.floor(process.availableMemory() / WORKER_BYTES)));
/** With more failing files than this, load is not the cause. */
const MAX_TRIED_AGAIN = 8;
const JEST = inRoot('node_modules/jest/bin/jest.js');
const TSC = inRoot('node_modules/typescript-native/bin/tsc');

/** Whether the group needs Chromium and the built product. */
const needsBrowser = (group) => group.includes('browser');

export async function test() {
  const [project, ...patterns] = process.argv.slice(2);
  if (project !== undefined && !PROJECTS.includes(project)) {
    throw new Problem(`There is no part "${project}". The parts are: ${PROJECTS.join(', ')}.`);
  }
  const groups = project === undefined ? GROUPS : [[project]];

  await ensureInstalled();
  const env = { ...process.env };
  const counts = [];
  if (groups.some(needsBrowser)) env['CHROMIUM_PATH'] = await ensureChromium();
  if (groups.some((group) => group.includes('server'))) env['REDIS_SERVER'] = await ensureRedis();
  // Most of the build keeps one core busy, so the first tests run beside it. Its errors are thrown where it is awaited.
  const built = groups.some(needsBrowser) ? ensureBuilt() : Promise.resolve();
  built.catch(() => undefined);
  const types = project === undefined ? typeCheck() : undefined;
  if (patterns.length === 0) await compileTests(groups.flat());
  for (const group of groups) {
    if (needsBrowser(group)) await built;
    counts.push(await runGroup(group, patterns, env));
  }
  if (types) counts.push(await types);

  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/**
 * In CI, a few files that failed in the whole run are run once more by themselves, and the second result counts. A real
 * fault fails again; a file that passes now is named, because its test depends on the load of the machine and must be
 * fixed.
 */
async function runGroup(group, patterns, env) {
  const { count, report } = await runJest(group, patterns, env);
  const failing = report?.testResults.filter(({ status }) => status === 'failed') ?? [];
  if (!process.env['CI'] || !isWaiting(group) || failing.length === 0 || failing.length > MAX_TRIED_AGAIN) return count;

  const files = failing.map(({ name }) => path.relative(inRoot('.'), name));
  console.log(`\nRunning the failed files again by themselves: ${files.join(', ')}`);
  const again = await runJest(group, files, env, 1);
  const hasFailed = (file) =>
    again.report?.testResults.some(
      ({ name, status }) => path.relative(inRoot('.'), name) === file && status === 'failed',
    );
  for (const file of files) if (!hasFailed(file)) console.log(`UNSTABLE: ${file} failed together with the others.`);
  const before = failing.map(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const passedBefore = before.flat().filter((status) => status === 'passed').length;
  // A file that did not load has no results, and counted as one failure.
  const failedBefore = before.reduce((sum, all) => sum + (all.filter((status) => status === 'failed').length || 1), 0);
  return {
    passed: count.passed - passedBefore + again.count.passed,
    failed: count.failed - failedBefore + again.count.failed,
  };
}

/** What the fast parts load little or nothing of: half of all code. */
const OF_SLOW_PARTS = ['server', 'test/server', 'test/browser'];

/** Uses two processes, because one keeps only one core busy. Files that they omit are compiled when they are loaded. */
async function compileTests(projects) {
  console.log('Compiling the tests ...');
  const shares = ['0', '1'];
  const compiling = inRoot('scripts/lib/compileTests.mjs');
  const omitted = isWaiting(projects) ? [] : OF_SLOW_PARTS;
  await Promise.all(shares.map((share) => runTool([compiling, share, String(shares.length), ...omitted])));
}

async function typeCheck() {
  console.log('Checking the types ...');
  const code = await runNode([TSC, '-p', inRoot('tsconfig.json')]);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs these projects together. Returns how many tests passed and failed, and jest's own report if there is one. */
export async function runJest(projects, patterns, env, workerCount = isWaiting(projects) ? waitingWorkers() : 2) {
  const name = projects.join(' and ');
  console.log(`\nRunning the ${name} tests ...`);
  const folder = mkdtempSync(path.join(tmpdir(), 'test-results-'));
  const file = path.join(folder, 'jest.json');
  try {
    const workers = `--maxWorkers=${workerCount}`;
    const report = ['--json', '--outputFile', file];
    const code = await runTool([JEST, '--selectProjects', ...projects, workers, ...report, ...patterns], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const results = readReport(file);
    return { count: count(name, code, patterns, results), report: results };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A file that does not load, a skipped test and an empty part are failures: none of them proves anything. */
function count(project, code, patterns, report) {
  if (!report) {
    console.error(`The ${project} tests ended with ${code} and without a report.`);
    return { passed: 0, failed: 1 };
  }
  const passed = report.numPassedTests;
  const skipped = patterns.includes('-t') ? 0 : report.numPendingTests + report.numTodoTests;
  if (skipped > 0) console.error(`${skipped} ${project} tests were skipped; each counts as failed.`);
  let failed = report.numFailedTests + report.numRuntimeErrorTestSuites + skipped;
  if (passed + failed === 0) {
    console.error(`No ${project} test was found.`);
    failed = 1;
  }
  if (code !== 0 && failed === 0) {
    console.error(`The ${project} tests passed, but jest ended with ${code}.`);
    failed = 1;
  }
  return { passed, failed };
}
