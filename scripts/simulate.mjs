/** `npm run simulate -- --rate N [--seconds S]`: plays business at a rate. Options: server/demo/simulator/cli.ts. */
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, main, runNode } from './lib/process.mjs';

await main(async () => {
  await ensureInstalled();
  return runNode(['--import', 'tsx', inRoot('server/demo/simulator/cli.ts'), ...process.argv.slice(2)]);
});
