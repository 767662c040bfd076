/** Refuses an old Node with one clear line. Uses only syntax that old releases can parse. */
import { readFileSync } from 'node:fs';

export function requireSupportedNode() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const wanted = manifest.engines.node.replace(/[^\d.]/g, '');
  if (isAtLeast(process.versions.node, wanted)) return;
  console.error(`This needs Node ${wanted} or newer, and this is Node ${process.versions.node}.`);
  console.error('Install a current Node from https://nodejs.org (or run `nvm install`) and try again.');
  process.exit(1);
}

function isAtLeast(version, wanted) {
  const have = version.split('.').map(Number);
  const want = wanted.split('.').map(Number);
  for (let i = 0; i < want.length; i += 1) {
    if (have[i] !== want[i]) return have[i] > want[i];
  }
  return true;
}
