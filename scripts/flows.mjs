/** `npm run flows -- ls`: record, replay and explore what the sagas do. docs/flow-tapes.md explains the commands. */
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, main, runNode } from './lib/process.mjs';

// Development builds of libraries are slower, which matters when thousands of orders are explored.
process.env['NODE_ENV'] ??= 'production';
await main(async () => {
  await ensureInstalled();
  if (process.argv[2] === 'shots') {
    await ensureBuilt();
    process.env['CHROMIUM_PATH'] = await ensureChromium();
  }
  return runNode(['--import', 'tsx', inRoot('test/flows/cli.ts'), ...process.argv.slice(2)]);
});
