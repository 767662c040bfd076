/**
 * `npm run bench`: measures the product beside its peers and the physical limits, as one table. `-- --section
 * sign-in-load` runs a part (an unknown name lists all of them), `--rounds 15` another number of rounds than 7 (with
 * fewer, nothing is written), `--long` only the sections that take a quarter of an hour, such as those with a million
 * rows or four nodes, written to a file of their own; `--check` fails if an exact figure misses its goal. The figures
 * of a section replace its earlier ones in bench/results.json, from which the files of results are written.
 */
import { existsSync } from 'node:fs';
import { ensureBuilt } from './lib/build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled, npm } from './lib/install.mjs';
import { Problem, inRoot, main, runNode } from './lib/process.mjs';
import { ensureRedis } from './lib/redis.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  if (!existsSync(inRoot('bench/node_modules/.package-lock.json'))) {
    console.log('Installing the peers of bench/package.json ...');
    if ((await npm(['ci', '--no-audit', '--no-fund'], { cwd: inRoot('bench') })) !== 0) {
      throw new Problem(
        'The peers could not be installed. Check the connection to the package registry and try again.',
      );
    }
  }
  const chromium = await findChromium();
  const env = { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) };
  if (process.argv.some((word) => /^(--long|scale-.*)$/.test(word))) env['REDIS_SERVER'] = await ensureRedis();
  return runNode([inRoot('node_modules/tsx/dist/cli.mjs'), inRoot('bench/main.ts'), ...process.argv.slice(2)], { env });
});
