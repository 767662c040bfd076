/** The package in a project whose libraries come from the registry: vitest instead of jest, and mocks instead of the plugin. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const project = mkdtempSync(path.join(tmpdir(), 'foreign-shop-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const run = (command: string, args: readonly string[], cwd = project) =>
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
  expect(() => expect(flow).toCallOnce('api.findItems')).toThrow('visit calls api.findItems() 2 times.');
});
`;

it('works in vitest, with redux-saga of the registry and its module mocks', async () => {
  expect(await run(process.execPath, [path.join(ROOT, 'tape/build.mjs')])).toEqual({ code: 0, text: '' });
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', project], path.join(ROOT, 'tape'));
  cpSync(path.join(__dirname, 'foreignProject'), project, { recursive: true });
  const wanted = [`./${packed.text.trim()}`, 'redux-saga', 'redux', 'vitest@3'];
  expect(await run('npm', ['install', ...wanted, '--no-audit', '--no-fund', '--silent'])).toMatchObject({ code: 0 });
  writeFileSync(path.join(project, 'visit.vitest.test.js'), VITEST);
  const config = "export default { test: { include: ['*.vitest.test.js'], setupFiles: ['saga-tapes/vitest'] } };\n";
  writeFileSync(path.join(project, 'vitest.config.js'), config);
  const { code, text } = await run('npx', ['--no-install', 'vitest', 'run']);
  expect(text).toContain('1 passed');
  expect(code).toBe(0);
});
