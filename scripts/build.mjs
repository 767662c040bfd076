/** `npm run build`: what it can do is in scripts/build/main.ts, which this starts with TypeScript understood. */
import { requireSupportedNode } from './lib/node-version.mjs';
import { inRoot, main, runNode } from './lib/process.mjs';

requireSupportedNode();
await main(() => runNode(['--import', 'tsx', inRoot('scripts/build/main.ts'), ...process.argv.slice(2)]));
