/**
 * `npm run simulate -- --rate N [--seconds S]`: N actions a second for S seconds (60), on the database of DATABASE_URL
 * or DATA_DIR. The embedded database belongs to one server at a time: use DATABASE_URL for a running demo.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../base/config';
import { stoppedBySignals } from '../../base/stopping';
import { openDatabase } from '../../database';
import { loadKeys } from '../../base/keys';
import { Notifier } from '../../features/notifications/notifier';
import { openEventBus } from '../../platform/eventBus/openEventBus';
import { Random } from '../seed/random';
import { findCompany, runNextAction } from './simulator';

const AT_ONCE = 6;
const USAGE =
  'Usage: npm run simulate -- --rate N [--seconds S], where N is from 0.1 to 1000 actions a second and S from 1 to 86400.';

function readOptions(args: readonly string[]): { rate: number; seconds: number } {
  const given = new Map<string, number>();
  for (let index = 0; index < args.length; index += 2) {
    const value = args[index + 1] ?? '';
    given.set(args[index] ?? '', /^\d{1,5}(\.\d+)?$/.test(value) ? Number(value) : Number.NaN);
  }
  const [rate = Number.NaN, seconds = 60] = [given.get('--rate'), given.get('--seconds')];
  const known = [...given.keys()].every((name) => ['--rate', '--seconds'].includes(name));
  if (!known || !(rate >= 0.1 && rate <= 1_000) || !(seconds >= 1 && seconds <= 86_400)) throw new Error(USAGE);
  return { rate, seconds };
}

async function run(): Promise<void> {
  if (process.env['APP_MODE'] === 'production') {
    throw new Error(
      'APP_MODE is production: invented events do not belong there. Nothing was changed. Use a demo database: APP_MODE=demo with its own DATA_DIR.',
    );
  }
  const { rate, seconds } = readOptions(process.argv.slice(2));
  const config = readConfig(process.env);
  const { signal } = stoppedBySignals();
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const database = await openDatabase({ ...config, log });
  try {
    const keys = loadKeys(config);
    const bus = openEventBus(config, database, keys);
    const services = { database, bus, log, notifier: new Notifier(bus) };
    const company = await findCompany(services);
    if (company === undefined) throw new Error('There is no demo program here. Please run `npm run seed` first.');
    const random = new Random(`load/${Date.now()}`);
    const begin = performance.now();
    const counts = { played: 0, idle: 0, failed: 0 };
    const total = Math.round(rate * seconds);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < total && !signal.aborted) {
        const due = begin + (next++ / rate) * 1_000;
        const early = due - performance.now();
        // Rejects when it is stopped.
        if (early > 0) await delay(early, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        const done = await runNextAction(services, company, random).catch((error: unknown) => {
          log.warn({ err: error }, 'a simulated action failed and was rolled back');
          return undefined;
        });
        counts[done === undefined ? 'failed' : done ? 'played' : 'idle'] += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const took = (performance.now() - begin) / 1_000;
    await bus.close();
    console.log(
      `${counts.played} actions in ${took.toFixed(1)} s (${(counts.played / took).toFixed(1)} a second), ${counts.idle} found nothing to do, ${counts.failed} failed.`,
    );
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
