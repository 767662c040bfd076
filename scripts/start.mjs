/**
 * `npm start`: from a fresh clone to the running product.
 * Installs and builds what is missing or stale, then becomes the server.
 */
import { requireSupportedNode } from './lib/node-version.mjs';

requireSupportedNode();
const { main } = await import('./lib/process.mjs');
const { start } = await import('./lib/start.mjs');
await main(start);
