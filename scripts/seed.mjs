/** `npm run seed -- --scale N`: fills the database with N times the demo data. Options: server/demo/seed/cli.ts. */
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, main, runNode } from './lib/process.mjs';

await main(async () => {
  await ensureInstalled();
  return runNode(['--import', 'tsx', inRoot('server/demo/seed/cli.ts'), ...process.argv.slice(2)]);
});
