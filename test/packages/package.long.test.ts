/** The package in a project with libraries of the registry: vitest instead of jest, and mocks instead of the plugin. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const PACKAGE = path.join(ROOT, 'tape');
const projects = mkdtempSync(path.join(tmpdir(), 'foreign-shops-'));
afterAll(() => rmSync(projects, { recursive: true, force: true }));

const run = (command: string, args: readonly string[], cwd: string) =>
  new Promise<{ readonly code: number; readonly text: string }>((resolve) => {
    execFile(command, [...args], { cwd, maxBuffer: 1e8 }, (error, out, said) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: out + said }),
    );
  });

const VITEST = `import { expect, it, vi } from 'vitest';
import { createRecorder, linesOf, play, readTape, wrapImport } from 'saga-tapes';
import { createShop } from './src/app.js';
import { app } from './src/sagaTapes.js';
import { recordVisit } from './src/visit.js';

vi.mock('./src/api.js', async (original) => wrapImport('api', await original()));

it('a visit', async () => {
  const text = await recordVisit(createShop, createRecorder);
  const flow = await play(app, readTape('visit', linesOf(text)));
  expect(flow).toFinish();
  expect(flow).toCallOnce('api.order');
  expect(flow).toEndWith(() => new Map([['a', NaN]]), new Map([['a', NaN]]));
  expect(flow).not.toEndWith(() => new Map([['a', 1]]), new Map([['a', 2]]));
  expect(() => expect(flow).toCallOnce('api.findItems')).toThrow('visit calls api.findItems() 2 times.');
});
`;

const TYPES = {
  extends: './tsconfig.json',
  compilerOptions: { types: ['saga-tapes/vitest'], skipLibCheck: true },
  files: ['matchers.vitest.mts'],
};

let packed: string;
beforeAll(async () => {
  expect(await run(process.execPath, [path.join(PACKAGE, 'build.mjs')], projects)).toEqual({ code: 0, text: '' });
  const { text } = await run('npm', ['pack', '--silent', '--pack-destination', projects], PACKAGE);
  packed = path.join(projects, text.trim());
});

/** The lowest version that the package accepts. */
function lowest(): string {
  const { peerDependencies } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as {
    readonly peerDependencies: { readonly 'redux-saga': string };
  };
  return peerDependencies['redux-saga'].replace('^', '');
}

it.each(['latest', lowest()])(
  'works in vitest, its module mocks and its types, with redux-saga %s',
  async (version) => {
    const project = mkdtempSync(path.join(projects, 'shop-'));
    cpSync(path.join(__dirname, 'foreignProject'), project, { recursive: true });
    const wanted = [packed, `redux-saga@${version}`, 'redux', 'vitest@3'];
    const options = ['--no-audit', '--no-fund', '--silent'];
    expect(await run('npm', ['install', ...wanted, ...options], project)).toMatchObject({ code: 0 });
    writeFileSync(path.join(project, 'visit.vitest.test.js'), VITEST);
    const config = "export default { test: { include: ['*.vitest.test.js'], setupFiles: ['saga-tapes/vitest'] } };\n";
    writeFileSync(path.join(project, 'vitest.config.js'), config);
    expect(await run(process.execPath, ['record.js'], project)).toEqual({ code: 0, text: '' });
    const described =
      "import { app } from './src/sagaTapes.js';\nexport default { app, folder: 'tapes', test: { runner: 'vitest' } };\n";
    writeFileSync(path.join(project, 'saga-tapes.config.js'), described);
    const printed = await run('npx', ['--no-install', 'saga-tapes', 'to-test', 'visit'], project);
    writeFileSync(path.join(project, 'printed.vitest.test.js'), printed.text);
    const { code, text } = await run('npx', ['--no-install', 'vitest', 'run'], project);
    expect(text).toMatch(/Tests +2 passed/);
    expect(code).toBe(0);

    const types = (file: string) => path.join(project, 'types', file);
    writeFileSync(
      types('matchers.vitest.mts'),
      `import { expect } from 'vitest';\n${readFileSync(types('matchers.mts'), 'utf8')}`,
    );
    writeFileSync(types('tsconfig.vitest.json'), JSON.stringify(TYPES));
    const tsc = path.join(ROOT, 'node_modules/typescript-native/bin/tsc');
    expect(await run(process.execPath, [tsc, '-p', 'types/tsconfig.vitest.json'], project)).toEqual({
      code: 0,
      text: '',
    });
  },
);
