import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../../../server/database/embedded/binaries';
import { openDatabase } from '../../../../server/database';
import { cluster, maintain } from '../../support/cluster';
import { parentOfTemporaryFolders } from '../../../support/temporaryFolders';

export interface Held {
  readonly pid: number;
  readonly postgres: number;
  readonly socket: string;
  readonly error?: string;
}

export interface Holder extends Held {
  readonly process: ChildProcess;
  /** Stops it as a server stops. */
  close(): Promise<void>;
}

const SCRIPT = path.join(__dirname, 'holder.ts');

/** Starts a holder and waits until it is ready or has failed. */
export async function hold(dataDir: string, packageDir = '', uid = ''): Promise<Holder> {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, dataDir, packageDir, uid], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
    once(child, 'close').then(([code]) => {
      throw new Error(`The process that should hold a database ended with ${code} and said nothing.`);
    }),
  ]);
  const held = JSON.parse(line) as Held;
  return {
    ...held,
    process: child,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

export async function until(condition: () => boolean | Promise<boolean>, what: string, ms = 120_000): Promise<void> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await delay(20)) {
    if (await condition()) return;
  }
  throw new Error(`Waited ${ms} ms in vain: ${what}.`);
}

export async function kill9(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid), `process ${pid} ends`);
}

/** A free port of this machine, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed = once(server, 'close');
  server.close();
  await closed;
  return port;
}

const folders: string[] = [];

/** A folder that every user can enter, removed after the tests. */
export function temporaryFolder(parent = parentOfTemporaryFolders()): string {
  const folder = mkdtempSync(path.join(parent, 'vms-embedded-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** Held by the test that makes the original. */
const MIGRATING = 4_712;

/** The data folder of a stopped server without data. The first request of a run makes the original. */
export async function migratedFolder(): Promise<string> {
  const original = path.join(cluster().folder, 'migrated');
  await maintain(async (client) => {
    // Until the connection is closed: the others wait here.
    await client.query('select pg_advisory_lock($1)', [MIGRATING]);
    if (existsSync(original)) return;
    const dataDir = temporaryFolder(cluster().folder);
    await (await openDatabase({ dataDir })).close();
    renameSync(dataDir, original);
  });
  const copy = temporaryFolder();
  // With its owner, who is another user if root runs the tests.
  execFileSync('cp', ['-a', `${original}/.`, copy]);
  return copy;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
