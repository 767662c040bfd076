/** `npm run package`: writes release/staffing-vms-VERSION-PLATFORM.tar.gz, which starts with Node alone. */
import { requireSupportedNode } from './lib/node-version.mjs';

requireSupportedNode();
const { main } = await import('./lib/process.mjs');
const { makePackage } = await import('./lib/package.mjs');
await main(makePackage);
