/**
 * `npm run test:long`: the tests of random cases with their large numbers of cases, and tests that take minutes
 * (`*.long.test.ts`). Writes what it ran to docs/testing-long.md. With a pattern it runs only some, and writes nothing.
 */
import { requireSupportedNode } from './lib/node-version.mjs';

requireSupportedNode();
const { main } = await import('./lib/process.mjs');
const { testLong } = await import('./lib/test-long.mjs');
await main(testLong);
