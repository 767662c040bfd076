/**
 * `npm test`: all tests and checks of the product, from a fresh clone; the last line is `N passed, N failed`.
 * `npm test -- fast|histories|packages|server|browser [pattern]` runs one part, or its files whose path matches.
 */
import { requireSupportedNode } from './lib/node-version.mjs';

requireSupportedNode();
const { main } = await import('./lib/process.mjs');
const { test } = await import('./lib/test.mjs');
await main(test);
