/**
 * `npm run build`: runs scripts/build/main.ts, which describes its options, with tsx. A build of everything for our own
 * server leaves the stamp by which `ensureBuilt` knows that dist/ is of these sources.
 */
import { leaveStamp, removeStamp } from './lib/build.mjs';
import { requireSupportedNode } from './lib/node-version.mjs';
import { main } from './lib/process.mjs';

requireSupportedNode();
await main(async () => {
  const [only, name] = process.argv.slice(2);
  // The stamp does not cover the page of parts.
  if (only !== '--only' || name !== 'parts') {
    // Computed before the build: an edit during the build makes it stale again.
    const hash = removeStamp();
    if (only === undefined) process.once('exit', (code) => code === 0 && leaveStamp(hash));
  }
  // In this process, not a child of it, so that stopping it stops the whole build.
  await import('tsx');
  await import('./build/main.ts');
});
