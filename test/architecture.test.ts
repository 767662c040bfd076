/**
 * Proves that the layer rules work: a small project of forbidden imports and calls is written into a temporary folder,
 * the rule engines run over it once, and each line must be reported by the rule meant for it.
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
  { file: 'contract/lists/good.ts', source: "export const LIST = 'jobs';" },
  {
    file: 'machines/good.ts',
    source:
      "import { setup } from 'xstate';\nimport { STATUS } from '../contract/good';\nexport const machine = setup({}).createMachine({ id: STATUS });",
  },
  {
    file: 'sagas/features/security/good.selectors.ts',
    source: "import { machine } from '../../../machines/good';\nexport const selectId = (): string => machine.id;",
  },
  {
    file: 'sagas/features/security/good.saga.ts',
    source: "import { take } from 'redux-saga/effects';\nexport function* good() {\n  yield take('good/asked');\n}",
  },
  {
    file: 'sagas/base/withActionChannel.saga.ts',
    source:
      "import { actionChannel } from 'redux-saga/effects';\nexport function* good() {\n  yield actionChannel('asked');\n}",
  },
  { file: 'sagas/base/good.ts', source: 'export const base = 1;' },
  { file: 'sagas/navigation/good.ts', source: "export { base } from '../base/good';" },
  { file: 'sagas/features/lists/good.ts', source: "export { base } from '../../navigation/good';" },
  { file: 'sagas/features/tasks/good.ts', source: "export { base } from '../lists/good';" },
  { file: 'sagas/navigation/leaf/leaf.ts', source: 'export const leaf = 1;' },
  { file: 'sagas/app/good.ts', source: "export { base } from '../features/tasks/good';" },
  { file: 'src/ui/Good.tsx', source: "export { Button } from 'semantic-ui-react';" },
  { file: 'src/screens/notifications/Bell.tsx', source: 'export const Bell = () => <p>0</p>;' },
  { file: 'server/features/lists/listed.ts', source: 'export const listed = 1;' },
  { file: 'src/ports/clock.ts', source: 'export const now = (): number => Date.now();' },
  {
    file: 'src/screens/lists/Good.tsx',
    source:
      "import { selectId } from '../../../sagas/features/security/good.selectors';\nexport const Good = () => <p>{selectId()}</p>;",
  },
  { file: 'sagas/base/dates.ts', source: "export const format = new Intl.DateTimeFormat('en-US');" },
  {
    file: 'server/base/good.ts',
    source: "import { STATUS } from '../../contract/good';\nexport const started = { at: Date.now(), status: STATUS };",
  },
];

const BAD_IMPORTS: readonly Case[] = [
  {
    file: 'contract/up.ts',
    source: "export { machine } from '../machines/good';",
    rule: 'contract-imports-nothing-of-ours',
  },
  { file: 'contract/base/up.ts', source: "export { LIST } from '../lists/good';", rule: 'contract-floors' },
  { file: 'contract/documents/across.ts', source: "export { LIST } from '../lists/good';", rule: 'contract-floors' },
  { file: 'contract/code.ts', source: "export { setup } from 'xstate';", rule: 'contract-is-data' },
  {
    file: 'machines/up.ts',
    source: "export { leaf } from '../sagas/navigation/leaf/leaf';",
    rule: 'machines-imports-contract',
  },
  {
    file: 'machines/upType.ts',
    source: "import type { leaf } from '../sagas/navigation/leaf/leaf';\nexport type Leaf = typeof leaf;",
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
    source: "export { started } from '../server/base/good';",
    rule: 'src-imports-contract-and-sagas-and-tape',
  },
  { file: 'src/node.ts', source: "export { readFileSync } from 'node:fs';", rule: 'app-stays-in-the-browser' },
  {
    file: 'server/toSagas.ts',
    source: "export { good } from '../sagas/features/security/good.saga';",
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
  { file: 'src/luxon.ts', source: "export { DateTime } from 'luxon';", rule: 'luxon-in-date-modules' },
  { file: 'server/nowhere.ts', source: "export { nothing } from './nothing';", rule: 'not-resolvable' },
  {
    file: 'server/ring/a.ts',
    source: "import { b } from './b';\nexport const a = (): number => b();",
    rule: 'no-cycle',
  },
  { file: 'sagas/base/upstairs.ts', source: "export { leaf } from '../navigation/leaf/leaf';", rule: 'sagas-floors' },
  {
    file: 'sagas/session/upstairs.ts',
    source: "export { leaf } from '../navigation/leaf/leaf';",
    rule: 'sagas-floors',
  },
  {
    file: 'sagas/features/documents/upstairs.ts',
    source: "export { base } from '../../app/good';",
    rule: 'sagas-floors',
  },
  {
    file: 'sagas/features/documents/beside.ts',
    source: "export { base } from '../tasks/good';",
    rule: 'feature-documents-imports-no-other',
  },
  {
    file: 'sagas/features/mustAccept/beside.ts',
    source: "export { base } from '../lists/good';",
    rule: 'feature-mustAccept-imports-documents-and-notifications-and-realtime',
  },
  {
    file: 'sagas/features/tour/beside.ts',
    source: "export { base } from '../lists/good';",
    rule: 'feature-tour-imports-no-other',
  },
  {
    file: 'sagas/features/unlisted/beside.ts',
    source: "export { base } from '../lists/good';",
    rule: 'feature-in-the-table',
  },
  {
    file: 'sagas/features/unlisted/below.ts',
    source: "export { base } from '../../base/good';",
    rule: 'feature-in-the-table',
  },
  {
    file: 'src/ports/upstairs.ts',
    source: "export { Good } from '../screens/lists/Good';",
    rule: 'src-floors',
  },
  {
    file: 'src/screens/lists/beside.ts',
    source: "export { Bell } from '../notifications/Bell';",
    rule: 'src-floors',
  },
  {
    file: 'server/base/upstairs.ts',
    source: "export { listed } from '../features/lists/listed';",
    rule: 'server-floors',
  },
  {
    file: 'server/features/documents/beside.ts',
    source: "export { listed } from '../lists/listed';",
    rule: 'server-floors',
  },
  { file: 'server/elsewhere/noFloor.ts', source: "export { started } from '../base/good';", rule: 'server-floors' },
  {
    file: 'server/app/pages/a.ts',
    source: "import { c } from '../start/c';\nexport const a = (): number => c();",
    rule: 'no-folder-cycle',
  },
  { file: 'src/elsewhere/noFloor.ts', source: "export { now } from '../ports/clock';", rule: 'src-floors' },
  {
    file: 'src/app/ring/a.ts',
    source: "import { c } from '../ring2/c';\nexport const a = (): number => c();",
    rule: 'no-folder-cycle',
  },
];

/** Two folders that import each other, without a cycle between files; reported under the name of the folder. */
const FOLDER_RING: readonly Case[] = [
  { file: 'server/app/pages/b.ts', source: 'export const b = (): number => 1;' },
  { file: 'server/app/start/c.ts', source: 'export const c = (): number => 1;' },
  { file: 'server/app/start/d.ts', source: "import { b } from '../pages/b';\nexport const d = (): number => b();" },
  { file: 'src/app/ring/b.ts', source: 'export const b = (): number => 1;' },
  { file: 'src/app/ring2/c.ts', source: 'export const c = (): number => 1;' },
  { file: 'src/app/ring2/d.ts', source: "import { b } from '../ring/b';\nexport const d = (): number => b();" },
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
  inSaga('dateArithmetic', 'new Date(1_000 + 86_400_000)', 'no-restricted-syntax'),
  inSaga('dateFormat', "new Intl.DateTimeFormat('en-US')", 'no-restricted-syntax'),
  inSaga('ageFormat', "new Intl.RelativeTimeFormat('en-US')", 'no-restricted-syntax'),
  inSaga('localTime', '(at: Date) => at.toLocaleTimeString()', 'no-restricted-syntax'),
  inSaga('weekday', '(at: Date) => at.getUTCDay()', 'no-restricted-syntax'),
  inSaga('utc', 'Date.UTC(2026, 1)', 'no-restricted-syntax'),
  {
    file: 'server/dayOf.ts',
    source: 'export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);',
    rule: 'no-restricted-syntax',
  },
  {
    file: 'src/screens/bad/year.ts',
    source: 'export const yearOf = (ms: number): number => new Date(ms).getFullYear();',
    rule: 'no-restricted-syntax',
  },
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
  {
    file: 'sagas/bad/channel.saga.ts',
    source:
      "import { actionChannel } from 'redux-saga/effects';\nexport function* bad() {\n  yield actionChannel('asked');\n}",
    rule: 'no-restricted-syntax',
  },
  { file: 'sagas/bad/long.saga.ts', source: `${'export {};\n'.repeat(201)}`, rule: 'max-lines' },
  { file: 'sagas/bad/any.ts', source: 'export const bad: any = 1;', rule: '@typescript-eslint/no-explicit-any' },
  {
    file: 'server/floating.ts',
    source: 'export const bad = (work: Promise<void>): void => {\n  work.then(() => undefined);\n};',
    rule: '@typescript-eslint/no-floating-promises',
  },
  ...['semantic-ui-react', 'chart.js', 'sortablejs', 'react-sortablejs', 'pdfjs-dist'].map((name) => ({
    file: `src/screens/bad/${name}.ts`,
    source: `import '${name}';`,
    rule: '@typescript-eslint/no-restricted-imports',
  })),
  {
    file: 'src/screens/bad/Saga.ts',
    source: "export { good } from '../../../sagas/features/security/good.saga';",
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
  for (const { file, source } of [...GOOD, ...BAD_IMPORTS, RING, ...FOLDER_RING, ...BAD_CODE]) {
    await mkdir(path.join(project, path.dirname(file)), { recursive: true });
    await writeFile(path.join(project, file), source);
  }
  // The rules about code need no package, and without any there is much less to parse.
  const inCode = await lintViolations();
  await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  violations = merge([inCode, await importViolations()]);
});

afterAll(() => rm(project, { recursive: true, force: true }));

test.each(GOOD.map(({ file, source }) => [file, source]))('%s follows the rules and is not reported', (file) => {
  expect(reported(file)).toEqual([]);
});

test.each([...BAD_IMPORTS, ...BAD_CODE].map(({ file, rule }) => [file, rule]))('%s is refused by %s', (file, rule) => {
  expect(reported(String(file))).toContain(rule);
});

/** Of the file, and of its folder as a whole. */
const reported = (file: string): readonly string[] => [
  ...(violations.get(file) ?? []),
  ...(violations.get(path.dirname(file)) ?? []),
];

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

/** Both tools exit with a code above 0 when they find something, which is expected here. */
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
