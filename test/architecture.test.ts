/**
 * Proves that the rules of the layers bite: a small project of forbidden imports and calls is written into a
 * temporary folder, the rule engines run over it once, and each line must be reported by the rule meant for it.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');

interface Case {
  readonly file: string;
  readonly source: string;
  /** The rule that must report the file; undefined where nothing may be reported. */
  readonly rule?: string;
}

const GOOD: readonly Case[] = [
  { file: 'contract/good.ts', source: "export const STATUS = 'OPEN';" },
  {
    file: 'machines/good.ts',
    source:
      "import { setup } from 'xstate';\nimport { STATUS } from '../contract/good';\nexport const machine = setup({}).createMachine({ id: STATUS });",
  },
  {
    file: 'sagas/good/good.selectors.ts',
    source: "import { machine } from '../../machines/good';\nexport const selectId = (): string => machine.id;",
  },
  {
    file: 'sagas/good/good.saga.ts',
    source: "import { take } from 'redux-saga/effects';\nexport function* good() {\n  yield take('good/asked');\n}",
  },
  { file: 'src/ui/Good.tsx', source: "export { Button } from 'semantic-ui-react';" },
  { file: 'src/ports/clock.ts', source: 'export const now = (): number => Date.now();' },
  {
    file: 'src/screens/good/Good.tsx',
    source:
      "import { selectId } from '../../../sagas/good/good.selectors';\nexport const Good = () => <p>{selectId()}</p>;",
  },
  {
    file: 'server/good.ts',
    source: "import { STATUS } from '../contract/good';\nexport const started = { at: Date.now(), status: STATUS };",
  },
];

const BAD_IMPORTS: readonly Case[] = [
  {
    file: 'contract/up.ts',
    source: "export { machine } from '../machines/good';",
    rule: 'contract-imports-nothing-of-ours',
  },
  { file: 'contract/code.ts', source: "export { setup } from 'xstate';", rule: 'contract-is-data' },
  {
    file: 'machines/up.ts',
    source: "export { good } from '../sagas/good/good.saga';",
    rule: 'machines-imports-contract',
  },
  {
    file: 'machines/upType.ts',
    source: "import type { selectId } from '../sagas/good/good.selectors';\nexport type Select = typeof selectId;",
    rule: 'machines-imports-contract',
  },
  { file: 'machines/impure.ts', source: "export { take } from 'redux-saga/effects';", rule: 'machines-are-pure' },
  {
    file: 'sagas/up.ts',
    source: "export { now } from '../src/ports/clock';",
    rule: 'sagas-imports-contract-and-machines-and-tape',
  },
  {
    file: 'src/across.ts',
    source: "export { machine } from '../machines/good';",
    rule: 'src-imports-contract-and-sagas-and-tape',
  },
  {
    file: 'src/toServer.ts',
    source: "export { started } from '../server/good';",
    rule: 'src-imports-contract-and-sagas-and-tape',
  },
  { file: 'src/node.ts', source: "export { readFileSync } from 'node:fs';", rule: 'app-stays-in-the-browser' },
  {
    file: 'server/toSagas.ts',
    source: "export { good } from '../sagas/good/good.saga';",
    rule: 'server-imports-contract',
  },
  {
    file: 'server/toMachines.ts',
    source: "export { machine } from '../machines/good';",
    rule: 'server-imports-contract',
  },
  { file: 'server/toApp.ts', source: "export { now } from '../src/ports/clock';", rule: 'server-imports-contract' },
  {
    file: 'server/devOnly.ts',
    source: "export { chromium } from 'playwright-core';",
    rule: 'product-without-dev-dependencies',
  },
  { file: 'server/nowhere.ts', source: "export { nothing } from './nothing';", rule: 'not-resolvable' },
  {
    file: 'server/ring/a.ts',
    source: "import { b } from './b';\nexport const a = (): number => b();",
    rule: 'no-cycle',
  },
];

/** The other half of the cycle, which is reported once, at its first file. */
const RING: Case = {
  file: 'server/ring/b.ts',
  source: "import { a } from './a';\nexport const b = (): number => a();",
};

const inSaga = (name: string, line: string, rule = 'no-restricted-globals'): Case => ({
  file: `sagas/bad/${name}.ts`,
  source: `export const bad = (): unknown => ${line};`,
  rule,
});

const BAD_CODE: readonly Case[] = [
  inSaga('fetch', "fetch('/')"),
  inSaga('socket', "new WebSocket('wss://example.org')"),
  inSaga('localStorage', "localStorage.getItem('x')"),
  inSaga('sessionStorage', "sessionStorage.getItem('x')"),
  inSaga('location', 'location.href'),
  inSaga('navigator', 'navigator.onLine'),
  inSaga('timeout', 'setTimeout(() => 1, 1)'),
  inSaga('interval', 'setInterval(() => 1, 1)'),
  inSaga('uuid', 'crypto.randomUUID()'),
  inSaga('dateNow', 'Date.now()', 'no-restricted-properties'),
  inSaga('random', 'Math.random()', 'no-restricted-properties'),
  inSaga('windowFetch', "window.fetch('/')", 'no-restricted-properties'),
  inSaga('newDate', 'new Date()', 'no-restricted-syntax'),
  {
    file: 'machines/clock.ts',
    source: 'export const now = (): number => Date.now();',
    rule: 'no-restricted-properties',
  },
  {
    file: 'src/screens/bad/Fetching.tsx',
    source: "export const load = () => fetch('/');",
    rule: 'no-restricted-globals',
  },
  {
    file: 'src/screens/bad/Html.tsx',
    source: "export const Html = () => <p dangerouslySetInnerHTML={{ __html: 'x' }} />;",
    rule: 'no-restricted-syntax',
  },
  {
    file: 'sagas/bad/everything.saga.ts',
    source: "import { take } from 'redux-saga/effects';\nexport function* bad() {\n  yield take('*');\n}",
    rule: 'no-restricted-syntax',
  },
  { file: 'sagas/bad/long.saga.ts', source: `${'export {};\n'.repeat(151)}`, rule: 'max-lines' },
  { file: 'sagas/bad/any.ts', source: 'export const bad: any = 1;', rule: '@typescript-eslint/no-explicit-any' },
  {
    file: 'server/floating.ts',
    source: 'export const bad = (work: Promise<void>): void => {\n  work.then(() => undefined);\n};',
    rule: '@typescript-eslint/no-floating-promises',
  },
  ...['semantic-ui-react', 'chart.js', 'sortablejs', 'pdfjs-dist'].map((name) => ({
    file: `src/screens/bad/${name}.ts`,
    source: `import '${name}';`,
    rule: '@typescript-eslint/no-restricted-imports',
  })),
  {
    file: 'src/screens/bad/Saga.ts',
    source: "export { good } from '../../../sagas/good/good.saga';",
    rule: '@typescript-eslint/no-restricted-imports',
  },
];

let project: string;
let violations: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'architecture-'));
  await Promise.all(
    ['package.json', 'tsconfig.json'].map((name) => cp(path.join(root, name), path.join(project, name))),
  );
  await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  for (const { file, source } of [...GOOD, ...BAD_IMPORTS, RING, ...BAD_CODE]) {
    await mkdir(path.join(project, path.dirname(file)), { recursive: true });
    await writeFile(path.join(project, file), source);
  }
  violations = merge([await importViolations(), await lintViolations()]);
}, 60_000);

afterAll(() => rm(project, { recursive: true, force: true }));

test.each(GOOD.map(({ file, source }) => [file, source]))('%s keeps the rules and is not reported', (file) => {
  expect(violations.get(file) ?? []).toEqual([]);
});

test.each([...BAD_IMPORTS, ...BAD_CODE].map(({ file, rule }) => [file, rule]))('%s is refused by %s', (file, rule) => {
  expect(violations.get(String(file)) ?? []).toContain(rule);
});

async function importViolations(): Promise<readonly [string, string][]> {
  const output = await runTool('dependency-cruiser/bin/dependency-cruise.mjs', [
    ...['contract', 'machines', 'sagas', 'src', 'server'],
    ...['--config', path.join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'],
  ]);
  const report = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  return report.summary.violations.map(({ from, rule }) => [from, rule.name]);
}

async function lintViolations(): Promise<readonly [string, string][]> {
  const output = await runTool('eslint/bin/eslint.js', [
    ...['contract', 'machines', 'sagas', 'src', 'server'],
    ...['--config', path.join(root, 'eslint.config.mjs'), '--format', 'json'],
  ]);
  const report = JSON.parse(output) as { filePath: string; messages: { ruleId: string | null; message: string }[] }[];
  return report.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message }): [string, string] => [path.relative(project, filePath), ruleId ?? message]),
  );
}

/** Both tools end with an exit code above 0 when they find something, which is what they are here for. */
function runTool(entry: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd: project, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [path.join(root, 'node_modules', entry), ...args], options, (_error, stdout, stderr) => {
      resolve(stdout || stderr);
    });
  });
}

function merge(lists: readonly (readonly [string, string][])[]): Map<string, string[]> {
  const byFile = new Map<string, string[]>();
  for (const [file, rule] of lists.flat()) byFile.set(file, [...(byFile.get(file) ?? []), rule]);
  return byFile;
}
