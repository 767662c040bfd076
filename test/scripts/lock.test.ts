/** Two commands started at the same time in a fresh clone must not install, or build, over each other. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
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
  const [module, lock, counter, lookMs] = process.argv.slice(1);
  const { withLock } = await import(module);
  await withLock(async () => {
    const before = Number(readFileSync(counter, 'utf8'));
    await sleep(50);
    writeFileSync(counter, String(before + 1));
  }, lock, Number(lookMs));
`;
/** Holds the lock until it is given a line, or its input ends. */
const HOLD = `
  const [module, lock, lookMs] = process.argv.slice(1);
  const { withLock } = await import(module);
  await withLock(async () => {
    console.log('inside');
    await new Promise((resolve) => process.stdin.once('end', resolve).resume());
  }, lock, Number(lookMs));
`;
/** A holder beats every tenth look, and is given up after 75 looks without a beat. */
const LOOK_MS = 20;
const SHORT_LOOK_MS = 2;

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

async function countInProcesses(processes: number, lookMs = LOOK_MS): Promise<string> {
  const run = promisify(execFile);
  const args = ['--input-type=module', '-e', COUNT_ONCE, LOCK_MODULE, lock, counter, String(lookMs)];
  await Promise.all(Array.from({ length: processes }, () => run(process.execPath, args)));
  return readFile(counter, 'utf8');
}

/** Resolves once it is inside. */
async function holder() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD, LOCK_MODULE, lock, String(SHORT_LOOK_MS)]);
  const errors: string[] = [];
  child.stderr.on('data', (piece: Buffer) => errors.push(piece.toString()));
  const ended = once(child, 'exit');
  while (!String((await once(child.stdout, 'data'))[0]).includes('inside'));
  const leave = async () => {
    child.stdin.end();
    const [code] = (await ended) as [number | null];
    return { code, errors };
  };
  return { pid: child.pid, leave, suspend: () => child.kill('SIGSTOP'), resume: () => child.kill('SIGCONT') };
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
  expect(await countInProcesses(1, SHORT_LOOK_MS)).toBe('1');
});

test('a holder that was suspended for long ends without an error and leaves the lock to the next', async () => {
  const first = await holder();
  first.suspend();
  const second = await holder();
  first.resume();
  expect(await first.leave()).toEqual({ code: 0, errors: [] });
  expect(await readFile(lock, 'utf8')).toBe(String(second.pid));
  expect(await second.leave()).toEqual({ code: 0, errors: [] });
  expect(await readdir(folder)).toEqual(['counter']);
});
