/** The built product as in production: its own process, its own database, a part of the demo. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../../..');
const READY_WITHIN_MS = 300_000;
/** Killing the test process also closes this channel, so no product outlives it. */
const END_WITH_PARENT = `data:text/javascript,process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))`;

export interface Product {
  readonly url: string;
  /** The whole output of the process. */
  readonly log: () => string;
  readonly dataDir: string;
  readonly mails: () => Promise<readonly Mail[]>;
  /** A counter of /metrics, summed over the given labels. */
  readonly metric: (name: string, labels?: Readonly<Record<string, string>>) => Promise<number>;
  /** Changes these settings permanently. */
  readonly restart: (changed?: Env) => Promise<void>;
  /** Kills it as in a power failure; `restart` starts it again. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

type Env = Readonly<Record<string, string>>;

export interface ProductOptions {
  readonly env?: Env;
}

const demoFolder = (): string => {
  const { BROWSER_TEST_DATA: folder } = process.env;
  if (!folder) throw new Error('The global set-up of the browser tests did not run.');
  return path.join(folder, 'demo');
};

/** Exists once the demo is seeded; contains the error if seeding failed. */
const outcomeFile = (): string => `${demoFolder()}.outcome`;

/** Seeds the demo database that every product starts with. Never rejects: `startProduct` throws the error. */
export async function fillDemo(): Promise<void> {
  let problem = '';
  try {
    const seeding = path.join(__dirname, 'seedDemo.ts');
    await promisify(execFile)(process.execPath, ['--import', 'tsx', seeding, demoFolder()], { cwd: ROOT });
    removeSpareLog(demoFolder());
  } catch (error) {
    problem = String(error);
  }
  writeFileSync(`${outcomeFile()}.new`, problem);
  renameSync(`${outcomeFile()}.new`, outcomeFile());
}

/**
 * After a clean stop only the oldest segment of the write-ahead log is needed; the others are old files kept for reuse.
 * They are two thirds of what each test file would copy.
 */
function removeSpareLog(dataDir: string): void {
  const log = path.join(dataDir, 'postgres/cluster/pg_wal');
  const segments = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name));
  for (const spare of segments.sort().slice(1)) rmSync(path.join(log, spare));
}

async function demoIsFilled(): Promise<void> {
  while (!existsSync(outcomeFile())) await new Promise((resolve) => setTimeout(resolve, 100));
  const problem = readFileSync(outcomeFile(), 'utf8');
  if (problem !== '') throw new Error(problem);
}

/** On a copy of the demo, so that test files do not affect each other. */
export async function startProduct({ env = {} }: ProductOptions = {}): Promise<Product> {
  await demoIsFilled();
  const demo = demoFolder();
  const dataDir = mkdtempSync(`${demo}-`);
  // Not cpSync: the database's files may belong to another user.
  execFileSync('cp', ['-a', `${demo}/.`, dataDir]);
  return run(dataDir, env);
}

async function run(dataDir: string, given: Env): Promise<Product> {
  let env = given;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let log = '';
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, ['--import', END_WITH_PARENT, path.join(ROOT, 'dist/server/main.js')], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        APP_MODE: 'demo',
        PASSWORD_HASHING: 'quick',
        SIMULATOR: 'off',
        TOUR: 'off',
        PUBLIC_URL: url,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const addToLog = (chunk: Buffer) => (log += chunk.toString());
    child.stdout!.on('data', addToLog);
    child.stderr!.on('data', addToLog);
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`The product did not start:\n${log}`);
      if (Date.now() > deadline) throw new Error(`The product was not ready within ${READY_WITHIN_MS} ms:\n${log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Whether it still ran. */
  async function end(signal: NodeJS.Signals): Promise<boolean> {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
    return true;
  }

  /**
   * Stops it with its database: on a slow machine the database may outlive the process, and a copy of its files would
   * not start. The database of a killed product keeps running for the next one to take over.
   */
  async function stop(): Promise<void> {
    if (!(await end('SIGTERM'))) return;
    const deadline = Date.now() + READY_WITHIN_MS;
    while (existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))) {
      if (Date.now() > deadline) throw new Error(`The database of the product does not end:\n${log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  await start();
  return {
    url,
    dataDir,
    log: () => log,
    mails: async () => (await (await fetch(`${url}/demo/outbox.json`)).json()) as Mail[],
    metric: async (name, labels = {}) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return text
        .split('\n')
        .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
        .filter((line) => Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
    restart: async (changed = {}) => {
      await stop();
      env = { ...env, ...changed };
      await start();
    },
    kill: async () => void (await end('SIGKILL')),
    stop,
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
