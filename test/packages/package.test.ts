/**
 * The package as users get it: packed and installed into a separate project that records, replays, breaks and explores.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundled, installForeign, ROOT, run, writeExamples } from './foreignPackage';

const project = mkdtempSync(path.join(tmpdir(), 'foreign-shop-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const node = (...args: string[]) => run(process.execPath, args, project);
const sagaTapes = (...args: string[]) => run(path.join(project, 'node_modules/.bin/saga-tapes'), args, project);
const inProject = (file: string) => path.join(project, file);
async function changing<T>(file: string, part: string, instead: string, work: () => Promise<T>): Promise<T> {
  const before = readFileSync(inProject(file), 'utf8');
  expect(before.split(part)).toHaveLength(2);
  writeFileSync(inProject(file), before.replace(part, instead));
  try {
    return await work();
  } finally {
    writeFileSync(inProject(file), before);
  }
}

beforeAll(async () => {
  await installForeign(project);
  expect(await node('record.js')).toEqual({ code: 0, text: '' });
});

it('contains only the used files', () => {
  const installed = inProject('node_modules/saga-tapes');
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE', 'dist/esm/index.mjs', 'dist/cjs/index.d.cts'])
    expect([file, existsSync(path.join(installed, file))]).toEqual([file, true]);
  for (const file of ['index.ts', 'build.mjs', 'examples'])
    expect([file, existsSync(path.join(installed, file))]).toEqual([file, false]);
});

it('replays a recording, from an ES module and from CommonJS, without rewriting the app', async () => {
  expect(await sagaTapes('play')).toEqual({ code: 0, text: 'ok      visit\n1 played, 0 failed\n' });
  expect(await node('require.cjs')).toEqual({ code: 0, text: 'finished\n' });
});

it.each([
  ['an argument', 'call(log, `searched ${word}`)', 'call(log, `looked for ${word}`)', 'arguments differ'],
  ['an effect', 'yield call(log, `searched ${word}`);', '', 'on the tape but never called: log("searched shoe")'],
  [
    'the cancelling',
    "takeLatest('search', search)",
    "fork(function* () { while (true) yield fork(search, yield take('search')); })",
    'called but not on the tape',
  ],
])('names a changed %s in its first lines, and exits with 1', async (_, part, instead, said) => {
  const { code, text } = await changing('src/app.js', part, instead, () => sagaTapes('play'));
  expect(code).toBe(1);
  expect(text).toMatch(/^FAILED {2}visit\n/);
  expect(text.split('\n')[1]).toContain(said);
});

it('explores other orders: finds no failure, and one order where a late answer is discarded', async () => {
  expect(await sagaTapes('explore', '--orders', '60')).toMatchObject({ code: 0 });
  const inWorkers = await sagaTapes(
    'explore',
    'visit',
    '--orders',
    '60',
    '--workers',
    '2',
    '--seconds',
    '60',
    '--json',
  );
  expect(JSON.parse(inWorkers.text)).toMatchObject([{ name: 'visit', failure: null, failing: 0 }]);
  const broken = await changing(
    'src/app.js',
    "yield put({ type: 'ordered', item: ordered });",
    "if ((yield select((state) => state.failure)) !== null) throw new Error('sold out'); yield put({ type: 'ordered', item: ordered });",
    () => sagaTapes('explore', '--orders', '200'),
  );
  expect(broken.text).toMatch(/^FAILED {2}visit\n.*sold out/);
  expect(broken.code).toBe(1);
  expect(existsSync(inProject('tapes/visit.failing.tape.jsonl'))).toBe(true);
  rmSync(inProject('tapes/visit.failing.tape.jsonl'));
});

it('shows what to do if there is no configuration', async () => {
  const empty = inProject('empty');
  mkdirSync(empty);
  const ended = await run(path.join(project, 'node_modules/.bin/saga-tapes'), ['play'], empty);
  expect(ended).toEqual({
    code: 2,
    text: `There is no saga-tapes.config.mjs in ${empty}. It exports an app and the folder of its tapes.\n`,
  });
});

it.each([[[]], [['help']], [['--help']], [['-h']]])(
  'prints its commands for %j without a configuration',
  async (words) => {
    const empty = mkdtempSync(inProject('empty-'));
    const ended = await run(path.join(project, 'node_modules/.bin/saga-tapes'), words, empty);
    expect(ended).toEqual({ code: 0, text: expect.stringMatching(/^Commands:\nls /) as string });
  },
);

it('plays an app whose configuration is TypeScript if Node is told how to load it', async () => {
  const folder = mkdtempSync(inProject('typed-'));
  const play = (...options: string[]) =>
    run(path.join(project, 'node_modules/.bin/saga-tapes'), ['play'], folder, {
      ...process.env,
      NODE_OPTIONS: options.join(' '),
    });
  writeFileSync(
    path.join(folder, 'saga-tapes.config.ts'),
    "import { app } from '../src/sagaTapes.js';\nexport default { app, folder: '../tapes' as string };\n",
  );
  expect(await play('--import', 'tsx')).toEqual({ code: 0, text: 'ok      visit\n1 played, 0 failed\n' });
  writeFileSync(path.join(folder, 'saga-tapes.config.ts'), 'export default { app: {} as object };\n');
  expect(await play('--import', 'tsx')).toEqual({
    code: 2,
    text: 'saga-tapes.config.ts has to export an app and the folder of its tapes: export default { app, folder }.\n',
  });
  writeFileSync(path.join(folder, 'saga-tapes.config.mjs'), 'export default { app: {} as object };\n');
  expect(await play()).toEqual({
    code: 2,
    text: expect.stringMatching(
      /^saga-tapes\.config\.mjs cannot be loaded \(README, The command line\): [^\n]+\n$/,
    ) as string,
  });
});

it('the examples of its README work as they are written', async () => {
  const folder = inProject('readme');
  expect(writeExamples(folder)).toEqual([
    'src/shop.js',
    'record.js',
    'src/sagaTapes.js',
    'saga-tapes.config.js',
    'checkout.test.js',
    'tapes.js',
    'byHand.test.js',
    'src/checkout.js',
    'machines.test.js',
  ]);
  const inReadme = (...words: string[]) => run(process.execPath, words, folder);
  expect(await inReadme('record.js')).toEqual({ code: 0, text: '' });
  expect(await inReadme('tapes.js', 'play')).toEqual({ code: 0, text: 'ok      checkout\n1 played, 0 failed\n' });
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const { code, text } = await inReadme(jest, '--no-cache', '--silent', '--rootDir', folder);
  expect(text).toContain('3 passed, 3 total');
  expect(code).toBe(0);
});

it('its recorder adds less than 30 kB to an app, gzipped', async () => {
  writeFileSync(
    inProject('recorder.mjs'),
    "import { createRecorder } from 'saga-tapes'; globalThis.recorder = createRecorder;",
  );
  expect(await bundled(project, './recorder.mjs', [/^redux-saga/])).toEqual([]);
  expect(gzipSync(readFileSync(inProject('bundle/main.js'))).length).toBeLessThan(30_000);
});

it('its types know state, ports and root saga arguments, checked with the libraries’ types', async () => {
  const tsc = path.join(ROOT, 'node_modules/typescript-native/bin/tsc');
  expect(await node(tsc, '-p', 'types')).toEqual({ code: 0, text: '' });
});

it('its matchers have types in a test for jest that names them', async () => {
  const tsc = path.join(ROOT, 'node_modules/typescript-native/bin/tsc');
  expect(await node(tsc, '-p', 'types/tsconfig.jest.json')).toEqual({ code: 0, text: '' });
});

it('its matchers work in jest, and its plugin for Babel and a module mock wrap what the app imports', async () => {
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const { code, text } = await node(jest, '--no-cache', '--silent', '--rootDir', project);
  expect(text).toContain('2 passed, 2 total');
  expect(code).toBe(0);
});
