/** Explores one tape in several processes: the same command, once for each share of the orders. */
import { spawn } from 'node:child_process';
import type { Exploration } from '../explore';
import { UsageError, type Args } from './args';
import { NO_FILE } from './files';

/** What one process has explored of a tape, as data. */
export interface Share extends Omit<Exploration, 'distinct' | 'outcomes' | 'did'> {
  readonly distinct: readonly number[];
  readonly outcomes: readonly number[];
}

interface Work {
  readonly name: string;
  readonly workers: number;
  readonly orders: number;
  readonly limitMs: number;
}

/** Rejects with UsageError if one of them cannot run. The same seed and number of workers try the same orders. */
export function inWorkers(args: Args, { name, workers, orders, limitMs }: Work): Promise<readonly Share[]> {
  const same = ['seed', 'inject'].flatMap((option) =>
    (args.values.get(option) ?? []).flatMap((value) => [`--${option}`, value]),
  );
  const each = Math.ceil(orders / workers);
  const seconds = Number.isFinite(limitMs) ? ['--seconds', String(Math.max(1, Math.round(limitMs / 1_000)))] : [];
  return Promise.all(
    Array.from({ length: workers }, (_, share) =>
      run([
        args.command,
        name,
        ...same,
        ...seconds,
        ...['--orders', String(Math.max(0, Math.min(each, orders - share * each)))],
        ...['--share', String(share), '--out', NO_FILE, '--json'],
      ]),
    ),
  );
}

function run(words: readonly string[]): Promise<Share> {
  const [script = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => void (text += more));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      try {
        const result = JSON.parse(text) as readonly [Share & { readonly failure: string | null }] | { error: string };
        if ('error' in result) throw new Error(result.error);
        const [one] = result;
        if (!('orders' in one)) throw new Error(String((one as { readonly failure: unknown }).failure));
        resolve(one);
      } catch (error) {
        reject(new UsageError(`A worker has failed: ${(error as Error).message}`));
      }
    });
  });
}
