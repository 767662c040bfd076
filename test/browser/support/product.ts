/** The built product as a person starts it: its own process, its own database, demo data. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const READY_WITHIN_MS = 150_000;

export interface Product {
  readonly url: string;
  /** Everything the process wrote. */
  readonly log: () => string;
  readonly dataDir: string;
  readonly mails: () => Promise<readonly Mail[]>;
  /** A counter of /metrics, summed over the labels given. */
  readonly metric: (name: string, labels?: Readonly<Record<string, string>>) => Promise<number>;
  readonly restart: () => Promise<void>;
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

export interface ProductOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A demo of its own under this name, for a file that leaves behind what others would meet. */
  readonly apart?: string;
}

/** Files that run one after the other share a data folder, those beside them have their own: few demos are filled. */
export async function startProduct({ env = {}, apart }: ProductOptions = {}): Promise<Product> {
  const { BROWSER_TEST_DATA: folder, JEST_WORKER_ID: worker = '1' } = process.env;
  if (!folder) throw new Error('The global set-up of the browser tests did not run.');
  const dataDir = path.join(folder, apart ?? worker);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let log = '';
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [path.join(ROOT, 'dist/server/main.js')], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        APP_MODE: 'demo',
        SIMULATOR: 'off',
        PUBLIC_URL: url,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (chunk: Buffer) => (log += chunk.toString());
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`The product did not start:\n${log}`);
      if (Date.now() > deadline) throw new Error(`The product was not ready within ${READY_WITHIN_MS} ms:\n${log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
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
    restart: async () => {
      await stop();
      await start();
    },
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
