/** `npm run vms -- COMMAND`: the operator's command line; `npm run vms -- --help` lists what it can do. */
import { existsSync } from 'node:fs';
import { requireSupportedNode } from './lib/node-version.mjs';

requireSupportedNode();
const { ensureBuilt, VMS_MAIN } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { main, runNode } = await import('./lib/process.mjs');
await main(async () => {
  await ensureInstalled();
  // Uses the existing build: a command must not wait for a build, nor use another version than the server.
  if (!existsSync(VMS_MAIN)) await ensureBuilt();
  // With the terminal: a command may ask for a password.
  return runNode([VMS_MAIN, ...process.argv.slice(2)], { stdio: 'inherit' });
});
