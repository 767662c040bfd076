import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { Problem, inRoot, runNode } from './process.mjs';

/** In the order in which they run: what fails quickest comes first. */
const PROJECTS = ['fast', 'histories', 'server', 'browser', 'timed'];
/** They need the built product and a Chromium. */
const IN_BROWSER = ['browser', 'timed'];
const JEST = inRoot('node_modules/jest/bin/jest.js');
const TSC = inRoot('node_modules/typescript/bin/tsc');

export async function test() {
  const [project, ...patterns] = process.argv.slice(2);
  if (project !== undefined && !PROJECTS.includes(project)) {
    throw new Problem(`There is no part "${project}". The parts are: ${PROJECTS.join(', ')}.`);
  }
  const projects = project === undefined ? PROJECTS : [project];

  await ensureInstalled();
  const env = { ...process.env };
  if (projects.some((name) => IN_BROWSER.includes(name))) {
    env['CHROMIUM_PATH'] = await ensureChromium();
    await ensureBuilt();
  }

  const counts = [];
  if (project === undefined) counts.push(await typeCheck());
  for (const name of projects) counts.push(await jest(name, patterns, env));

  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function typeCheck() {
  console.log('Checking the types ...');
  const code = await runNode([TSC, '-p', inRoot('tsconfig.json')]);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function jest(project, patterns, env) {
  console.log(`\nRunning the ${project} tests ...`);
  const folder = mkdtempSync(path.join(tmpdir(), 'test-results-'));
  const report = path.join(folder, 'jest.json');
  try {
    // What is held to a time has the machine for itself.
    const turns = project === 'timed' ? ['--runInBand'] : [];
    const code = await runNode(
      [JEST, '--selectProjects', project, ...turns, '--json', '--outputFile', report, ...patterns],
      {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    return count(project, code, patterns, readReport(report));
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
