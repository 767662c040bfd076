/** `npm run build`: what it can do is in scripts/build/main.ts, which this runs with TypeScript understood. */
import { requireSupportedNode } from './lib/node-version.mjs';
import { main } from './lib/process.mjs';

requireSupportedNode();
await main(async () => {
  // In this process, not a child of it: who stops the build stops all of it.
  await import('tsx');
  await import('./build/main.ts');
});
