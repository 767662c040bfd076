/** The built product as a process of its own, over an embedded database in a temporary folder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningPid } from '../../server/database/embedded/ownership';

const ROOT = path.join(__dirname, '../..');
/** Seeding the demo takes a minute of processor time, and the processor may be busy with other work. */
const READY_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 20_000;

export interface OurServer {
  readonly base: string;
  /** From the start of the process to the first answer of /readyz that reports ready. */
  readonly readyMs: number;
  readonly stop: () => Promise<void>;
}

const servers = new Set<ChildProcess>();
const dataDirs = new Set<string>();

export function temporaryDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-data-'));
  dataDirs.add(folder);
  return folder;
}

export function removeDataDir(folder: string): void {
  // A database that is ending may still write into it.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  dataDirs.delete(folder);
}

// A stopped bench cannot wait for a shutdown in order, and its data is thrown away.
process.once('exit', () => {
  for (const server of servers) server.kill('SIGKILL');
  for (const folder of dataDirs) {
    const home = path.join(folder, 'postgres');
    const database = runningPid({ cluster: path.join(home, 'cluster'), socket: path.join(home, 'socket') });
    if (database !== undefined) process.kill(database, 'SIGQUIT');
    removeDataDir(folder);
  }
});

/** The script behind `npm start`, with everything that a person waits for. */
export const START = 'scripts/start.mjs';

/** Without the settings of the shell that started the bench: its DATABASE_URL would be another database. */
export function serverEnvironment(shell: NodeJS.ProcessEnv, port: number, dataDir: string): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = shell;
  return {
    ...{ PATH, HOME, TMPDIR },
    APP_MODE: 'demo',
    SIMULATOR: 'off',
    // It would lie over what is measured.
    TOUR: 'off',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    PUBLIC_URL: `http://localhost:${port}`,
  };
}

/** @param entry `dist/server/main.js`, or `START` to measure all that a person waits for */
export async function startOurServer(dataDir: string, entry = 'dist/server/main.js'): Promise<OurServer> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, entry)], {
    cwd: ROOT,
    env: serverEnvironment(process.env, port, dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.add(child);
  child.once('exit', () => servers.delete(child));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const base = `http://localhost:${port}`;
  await untilReady(base, child, () => output);
  return { base, readyMs: performance.now() - started, stop: () => stop(child) };
}

/** The product with fresh demo data, which is seeded once and then copied. */
export async function startDemo(): Promise<OurServer> {
  const dataDir = temporaryDataDir();
  await copyDemo(dataDir);
  const server = await startOurServer(dataDir);
  const stop = async (): Promise<void> => {
    await server.stop();
    removeDataDir(dataDir);
  };
  return { ...server, stop };
}

/** The milliseconds of the first start, which seeds the demo that all others copy. */
export const firstStartMs = async (): Promise<number> => (await (filled ??= fillDemo())).readyMs;

interface Filled {
  readonly folder: string;
  readonly readyMs: number;
}

let filled: Promise<Filled> | undefined;

async function copyDemo(dataDir: string): Promise<void> {
  const { folder: from } = await (filled ??= fillDemo());
  const { status, stderr } = spawnSync('cp', ['-Rp', `${from}/.`, dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the demo could not be copied: ${stderr}`);
}

async function fillDemo(): Promise<Filled> {
  const folder = temporaryDataDir();
  const { readyMs, stop } = await startOurServer(folder, START);
  await stop();
  return { folder, readyMs };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, 'localhost', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function untilReady(base: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode} while starting:\n${output()}`);
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(10);
  }
  await stop(child);
  throw new Error(`the server was not ready within ${READY_WITHIN_MS / 1000} s:\n${output()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(giveUp);
}
