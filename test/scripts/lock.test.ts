/** Two commands started at the same time in a fresh clone must not install, or build, over each other. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const LOCK_MODULE = pathToFileURL(path.resolve(__dirname, '../../scripts/lib/lock.mjs')).href;
/** Larger than any process id of Linux. */
const UNUSED_PID = 2 ** 30;

/** Reads a number, waits, writes the next one, which fails with any overlap. */
const COUNT_ONCE = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  const [module, lock, counter] = process.argv.slice(1);
  const { withLock } = await import(module);
  await withLock(async () => {
    const before = Number(readFileSync(counter, 'utf8'));
    await sleep(50);
    writeFileSync(counter, String(before + 1));
  }, lock);
`;

let folder: string;
let lock: string;
let counter: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
  lock = path.join(folder, 'lock');
  counter = path.join(folder, 'counter');
  await writeFile(counter, '0');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function countInProcesses(processes: number): Promise<string> {
  const run = promisify(execFile);
  const args = ['--input-type=module', '-e', COUNT_ONCE, LOCK_MODULE, lock, counter];
  await Promise.all(Array.from({ length: processes }, () => run(process.execPath, args)));
  return readFile(counter, 'utf8');
}

test('five simultaneous processes enter one after the other and leave nothing behind', async () => {
  expect(await countInProcesses(5)).toBe('5');
  expect(await readdir(folder)).toEqual(['counter']);
});

test('the lock of a process that was killed is taken over', async () => {
  await writeFile(lock, String(UNUSED_PID));
  expect(await countInProcesses(3)).toBe('3');
});

test('a lock whose owner has shown no sign of life for long is taken over, although its process id is in use', async () => {
  await writeFile(lock, String(process.pid));
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  expect(await countInProcesses(1)).toBe('1');
});
