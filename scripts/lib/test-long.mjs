import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ensurePostgres } from './postgres.mjs';
import { ensureRedis } from './redis.mjs';
import { readOptions } from './options.mjs';
import { Problem, capture, inRoot, root } from './process.mjs';
import { PROJECTS, runJest } from './test.mjs';

const RESULTS = 'docs/testing-long.md';
const USAGE = 'npm run test:long -- [PATH...] [-t NAME]';

export async function testLong() {
  const options = readOptions(USAGE, {
    allowPositionals: true,
    options: { testNamePattern: { type: 'string', short: 't' } },
  });
  if (options === undefined) return 0;
  const { positionals: patterns, values } = options;
  const named = values.testNamePattern === undefined ? [] : ['-t', values.testNamePattern];
  const files = longFiles().filter(
    (file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)),
  );
  const stray = patterns.find((pattern) => !files.some((file) => file.includes(pattern)));
  if (stray !== undefined) throw new Problem(`No long test has "${stray}" in its path.`);
  await ensureInstalled();
  const needBuild = (file) => file.startsWith('test/browser/') || /(archive|newerNode)/.test(file);
  if (files.some(needBuild)) await ensureBuilt();

  const folder = mkdtempSync(path.join(tmpdir(), 'test-long-'));
  const notes = path.join(folder, 'cases.jsonl');
  writeFileSync(notes, '');
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const started = performance.now();
  try {
    const env = { ...process.env, TEST_LONG: notes, CHROMIUM_PATH: await ensureChromium() };
    env['REDIS_SERVER'] = await ensureRedis();
    if (files.some((file) => file.includes('otherEngines'))) env['POSTGRES_BIN'] = await ensurePostgres();
    const { count, report } = await runJest(PROJECTS, [...files, ...named], env);
    const minutes = Math.round((performance.now() - started) / 60_000);
    const outcome = `${count.passed} passed, ${count.failed} failed`;
    if (patterns.length === 0 && named.length === 0 && report) {
      const heading = await headingOf({ outcome, minutes, load });
      writeFileSync(inRoot(RESULTS), document(heading, readNotes(notes), report));
      console.log(`Written to ${RESULTS}.`);
    }
    console.log(`\n${outcome}`);
    return count.failed === 0 && count.passed > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tests that try more cases on a long run, or only run then. */
function longFiles() {
  return readdirSync(inRoot('test'), { recursive: true })
    .map((file) => `test/${String(file).split(path.sep).join('/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => file.endsWith('.long.test.ts') || usesCases(readFileSync(inRoot(file), 'utf8')))
    .sort();
}

const usesCases = (text) => /from '[./]*\/(support\/)?(cases|queuePages|axe)'/.test(text);

/** Each kind of case once, in the order in which they were begun. */
function readNotes(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map(({ what, cases }) => [what, cases]));
}

async function headingOf({ outcome, minutes, load }) {
  const { output } = await capture('git', ['-C', root, 'log', '-1', '--format=%h']);
  const date = new Date().toISOString().slice(0, 10);
  return `${outcome} on ${date} at commit ${output.trim()}, in ${minutes} min on ${cpus().length} cores (load average before: ${load}).`;
}

function document(heading, cases, report) {
  const numbers = [...cases].map(([what, number]) => `| ${what} | ${number.toLocaleString('en')} |`);
  const files = report.testResults
    .map(({ name, startTime, endTime, assertionResults }) => ({
      file: path.relative(root, name),
      seconds: Math.round((endTime - startTime) / 1_000),
      passed: assertionResults.filter(({ status }) => status === 'passed').length,
      failed: assertionResults.filter(({ status }) => status === 'failed').length,
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ file, passed, failed, seconds }) => `| ${file} | ${passed} | ${failed} | ${seconds} s |`);
  return `# The last long run

Written by \`npm run test:long\`. ${heading}

| cases | tried |
| --- | ---: |
${numbers.join('\n')}

| file | passed | failed | took |
| --- | ---: | ---: | ---: |
${files.join('\n')}
`;
}
