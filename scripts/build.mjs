/**
 * `npm run build`: runs scripts/build/main.ts, which describes its options, with tsx. A build of everything for our own
 * server leaves the stamp by which `ensureBuilt` knows that dist/ is of these sources.
 */
import { leaveStamp, removeStamp } from './lib/build.mjs';
import { requireSupportedNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, main } from './lib/process.mjs';

const USAGE = 'npm run build -- [--only app|server|parts] [--any-host] [--watch]';
const PARTS = ['app', 'server', 'parts'];

requireSupportedNode();
await main(async () => {
  const given = readOptions(USAGE, {
    options: { only: { type: 'string' }, 'any-host': { type: 'boolean' }, watch: { type: 'boolean' } },
  });
  if (given === undefined) return;
  const { only } = given.values;
  if (only !== undefined && !PARTS.includes(only))
    throw new Problem(`There is no part ${only} to build. The parts are: ${PARTS.join(', ')}.`);
  // The stamp does not cover the page of parts.
  if (only !== 'parts') {
    // Computed before the build: an edit during the build makes it stale again.
    const hash = removeStamp();
    const isWhole = Object.keys(given.values).length === 0;
    if (isWhole) process.once('exit', (code) => code === 0 && leaveStamp(hash));
  }
  // In this process, not a child of it, so that stopping it stops the whole build.
  await import('tsx');
  await import('./build/main.ts');
});
