/**
 * `npm run bench`: measures the product beside its peers and the physical limits, as one table. `-- --section
 * sign-in-load` runs a part (an unknown name lists all of them), `--rounds 15` another number of rounds than 7 (with
 * fewer, nothing is written), `--long` only the sections that take a quarter of an hour, such as those with a million
 * rows or four nodes, written to a file of their own; `--check` fails if an exact figure misses its goal. The figures
 * of a section replace its earlier ones in bench/results.json, from which the files of results are written.
 */
import { ensureBuilt } from './lib/build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled, matchesLockfile, npm } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, inRoot, main, runNode } from './lib/process.mjs';
import { ensureRedis } from './lib/redis.mjs';

const USAGE = 'npm run bench -- [--section NAME]... [--rounds N] [--long] [--check]';

await main(async () => {
  const given = readOptions(USAGE, {
    options: {
      section: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: '7' },
      check: { type: 'boolean' },
      long: { type: 'boolean' },
    },
  });
  if (given === undefined) return 0;
  const { section, rounds, long } = given.values;
  if (!/^0*[1-9]\d*$/.test(rounds)) throw new Problem(`--rounds takes a whole number from 1, not ${rounds}.`);
  await ensureInstalled();
  await ensureBuilt();
  if (!matchesLockfile(inRoot('bench'))) {
    console.log('Installing the peers of bench/package.json ...');
    if ((await npm(['ci', '--no-audit', '--no-fund'], { cwd: inRoot('bench') })) !== 0) {
      throw new Problem(
        'The peers could not be installed. Check the connection to the package registry and try again.',
      );
    }
  }
  const chromium = await findChromium();
  // Libraries as people run them: their development builds are slower.
  const env = { NODE_ENV: 'production', ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) };
  if (long || section.some((name) => name.startsWith('scale-'))) env['REDIS_SERVER'] = await ensureRedis();
  return runNode(['--import', 'tsx', inRoot('bench/main.ts'), ...process.argv.slice(2)], { env });
});
