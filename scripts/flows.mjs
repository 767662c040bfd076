/** `npm run flows -- ls`: record, replay and explore what the sagas do. The commands stand in docs/flow-tapes.md. */
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, main, runNode } from './lib/process.mjs';

await main(async () => {
  await ensureInstalled();
  return runNode(['--import', 'tsx', inRoot('test/flows/cli.ts'), ...process.argv.slice(2)]);
});
