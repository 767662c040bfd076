/**
 * `npm run dev`: the product at PORT (4200), built again at every change.
 * A change of the server restarts it, a change of the app reloads the open pages.
 */
import { requireSupportedNode } from './lib/node-version.mjs';

requireSupportedNode();
const { main } = await import('./lib/process.mjs');
const { dev } = await import('./lib/dev.mjs');
await main(dev);
