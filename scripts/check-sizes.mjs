/**
 * Checks the size of the downloads until the sign-in page reacts (gzip), and until the home dashboard is complete
 * (brotli), against their budgets. If the first is over budget, names the modules that are new or have grown since the
 * sizes were recorded.
 *
 *   node scripts/check-sizes.mjs            checks dist/
 *   node scripts/check-sizes.mjs --record   checks, and records the present sizes as agreed
 */
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Problem, inRoot, main } from './lib/process.mjs';

const BUDGET = { javascript: 110_000, criticalCss: 4_000, dashboard: 260_000 };
const RECORD = inRoot('scripts/build/entry-sizes.json');
const APP = inRoot('dist/public');
/** Smaller growth of a source file is not reported, in characters. */
const GROWTH_WORTH_NAMING = 200;

const gzipSize = (bytes) => gzipSync(bytes, { level: 9 }).length;
const inlined = (page, element) =>
  new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(readFileSync(path.join(APP, page), 'utf8'))?.[1] ?? '';
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const kB = (bytes) => `${(bytes / 1_000).toFixed(2)} kB`;
const line = (what, size, budget) => `${what}: ${kB(size)} gzipped, of ${kB(budget)} allowed`;
const tooLarge = (what, size, budget) => `${what} is ${kB(size)} gzipped, which is ${kB(size - budget)} too much.`;

function readEntry() {
  try {
    return JSON.parse(readFileSync(inRoot('dist/app-modules.json'), 'utf8'));
  } catch {
    throw new Problem('There is no finished build to check. Please run `npm run build` first.');
  }
}

/** Packages by name, our own files by folder and file: {name: characters of source} */
function packageSizes(modules) {
  const sizes = {};
  for (const { name, size } of modules) sizes[name] = (sizes[name] ?? 0) + size;
  return Object.fromEntries(Object.entries(sizes).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function recorded() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'));
  } catch {
    return {};
  }
}

function checkJavaScript(files, sizes) {
  const scripts = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(APP, 'assets', name)));
  const total = sum([inlined('index.html', 'script'), ...scripts].map(gzipSize));
  console.log(line('Sign-in JavaScript', total, BUDGET.javascript));
  return total <= BUDGET.javascript
    ? []
    : [tooLarge('The JavaScript of the sign-in page', total, BUDGET.javascript), ...culprits(sizes)];
}

const brotliSizes = (files) =>
  files
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, size: brotliCompressSync(readFileSync(path.join(APP, 'assets', name))).length }));

/**
 * What a person who opens a link to the dashboard downloads until its cards are complete, as brotli. What is loaded
 * next to them, the strip of waiting work and the queues of what must be accepted, is shown, but has no budget.
 */
function checkDashboard({ dashboard: files, besideDashboard }) {
  const sizes = brotliSizes(files);
  const total = sum(sizes.map(({ size }) => size));
  const beside = sum(brotliSizes(besideDashboard.filter((name) => !files.includes(name))).map(({ size }) => size));
  console.log(`Home dashboard JavaScript: ${kB(total)} as brotli, of ${kB(BUDGET.dashboard)} allowed`);
  console.log(`  loaded next to it: ${kB(beside)}`);
  if (total <= BUDGET.dashboard) return [];
  const largest = sizes.sort((a, b) => b.size - a.size).map(({ name, size }) => `  ${name}: ${kB(size)}`);
  return [`The JavaScript of the home dashboard is ${kB(total - BUDGET.dashboard)} too much.`, ...largest];
}

function culprits(sizes) {
  const before = recorded();
  const grown = Object.entries(sizes)
    .map(([name, size]) => ({ name, size, growth: size - (before[name] ?? 0) }))
    .filter(({ growth }) => growth > GROWTH_WORTH_NAMING)
    .sort((a, b) => b.growth - a.growth);
  if (grown.length === 0) return ['  Nothing grew since the sizes were recorded.'];
  return grown
    .slice(0, 8)
    .map(({ name, size, growth }) =>
      name in before
        ? `  ${name} grew by ${growth} to ${size} characters of source.`
        : `  ${name} is new here: ${size} characters of source.`,
    );
}

const isPackage = (name) => name.startsWith('@') || !name.includes('/');

/** Each package in the first download needs an explicit decision, even if it fits the budget. */
function checkNewPackages(sizes, modules) {
  if (process.argv.includes('--record')) return [];
  const before = recorded();
  return Object.keys(sizes)
    .filter((name) => !(name in before) && isPackage(name))
    .map((name) => {
      const { importedBy } = modules.find((module) => module.name === name);
      return `${name} is now part of the sign-in page's first download, imported by ${importedBy}. Load it later, or agree to it with --record.`;
    });
}

function checkCriticalCss(page) {
  const css = inlined(page, 'style');
  const size = gzipSize(css);
  console.log(line(`Critical CSS of ${page}`, size, BUDGET.criticalCss));
  if (css === '') return [`${page} has no critical CSS, so its first paint has no style.`];
  return size <= BUDGET.criticalCss ? [] : [tooLarge(`The critical CSS of ${page}`, size, BUDGET.criticalCss)];
}

/** Namespaces, and pages that messages of libraries refer to: never called. */
const NAMED_ONLY =
  /^https?:\/\/(www\.w3\.org|json-schema\.org|reactjs\.org|reactrouter\.com|formik\.org|reselect\.js\.org|simplewebauthn\.dev|redux(?:-toolkit)?\.js\.org|github\.com|bit\.ly|example\.com|foo\.bar|127\.0\.0\.1)$/;

/** The page calls its own origin only; reports any other address in the served files, with the file. */
function checkOrigins() {
  return filesUnder(APP)
    .filter((file) => /\.(html|css|js|svg)$/.test(file))
    .flatMap((file) => {
      const found = readFileSync(file, 'utf8').match(/(?:https?:)?\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi) ?? [];
      const foreign = [...new Set(found)].filter((origin) => !NAMED_ONLY.test(origin.replace(/^\/\//, 'https://')));
      return foreign.map((origin) => `${path.relative(APP, file)} names the foreign origin ${origin}.`);
    });
}

function filesUnder(folder) {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesUnder(file) : [file];
  });
}

await main(() => {
  const entry = readEntry();
  const sizes = packageSizes(entry.modules);
  const problems = [
    ...checkJavaScript(entry.files, sizes),
    ...checkNewPackages(sizes, entry.modules),
    ...checkDashboard(entry.parts),
    ...checkCriticalCss('index.html'),
    ...checkCriticalCss('starting.html'),
    ...checkOrigins(),
  ];
  if (process.argv.includes('--record')) writeFileSync(RECORD, `${JSON.stringify(sizes, null, 2)}\n`);
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
});
