/** `npm run build`: runs scripts/build/main.ts, which describes its options, with tsx. */
import { requireSupportedNode } from './lib/node-version.mjs';
import { main } from './lib/process.mjs';

requireSupportedNode();
await main(async () => {
  // In this process, not a child of it, so that stopping it stops the whole build.
  await import('tsx');
  await import('./build/main.ts');
});
