/**
 * `npm run seed -- --scale N`: fills the database of DATA_DIR or DATABASE_URL with N times the demo data. Existing data
 * stays. The server that owns the embedded database must not be running.
 */
import { openDatabase } from '../../database';
import { readConfig } from '../../base/config';
import { stoppedBySignals } from '../../base/stopping';
import { seedDemo } from '.';

const MAX_SCALE = 1_000;

function readScale(args: readonly string[]): number {
  const [option, value, ...more] = args;
  if (option === undefined) return 1;
  const scale = /^\d{1,4}$/.test(value ?? '') ? Number(value) : Number.NaN;
  if (option !== '--scale' || more.length > 0 || !(scale >= 1 && scale <= MAX_SCALE)) {
    throw new Error(`Usage: npm run seed -- --scale N, where N is a whole number from 1 to ${MAX_SCALE}.`);
  }
  return scale;
}

async function run(): Promise<void> {
  if (process.env['APP_MODE'] === 'production') {
    throw new Error(
      'APP_MODE is production: demo people with known passwords do not belong there. Nothing was changed. Use a demo database: APP_MODE=demo with its own DATA_DIR.',
    );
  }
  const scale = readScale(process.argv.slice(2));
  const { signal } = stoppedBySignals();
  let complete = 0;
  const started = performance.now();
  const database = await openDatabase(readConfig(process.env));
  try {
    const filled = await seedDemo(database, {
      scale,
      signal,
      onProgress: (done) => {
        complete = done;
        if (scale > 1) console.log(`${done} of ${scale}`);
      },
    });
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(
      filled === 0 ? 'The demo data is already there.' : `Filled in ${filled} times the demo data in ${seconds} s.`,
    );
  } catch (error) {
    if (error !== signal.reason) throw error;
    throw new Error(
      `Stopped after ${complete} of ${scale}; the unfinished part was rolled back. Run the command again for the rest.`,
      { cause: error },
    );
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
