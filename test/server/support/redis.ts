/** A Redis for one test, on a free port, that can be killed and restarted at the same address. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../database/support/processes';

export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** kill -9; resolves once it is gone. */
  kill(): Promise<void>;
  /** After `kill`. */
  startAgain(): Promise<void>;
  /** It keeps its connections and does not answer until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/**
 * `options` are those of its command line. `npm test` installs it in its usual place; REDIS_SERVER names another one.
 */
export async function startRedis(...options: string[]): Promise<TestRedis> {
  const program = process.env['REDIS_SERVER'] ?? '/usr/bin/redis-server';
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const started = spawn(program, [...settings, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
    child = started;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject);
      started.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${output}`)));
      started.stdout.on('data', (piece: Buffer) => {
        output += piece.toString();
        if (/ready to accept connections/i.test(output)) resolve();
      });
    });
  };
  const kill = async (): Promise<void> => {
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    child = undefined;
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    startAgain: start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
