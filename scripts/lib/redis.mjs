/** Finds an installed Redis or Valkey server, or installs one. Tests start it themselves; a running one is not used. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installWithApt } from './apt.mjs';
import { Problem } from './process.mjs';

const NAMES = ['redis-server', 'valkey-server'];

/** @returns {Promise<string>} the path of the program */
export async function ensureRedis() {
  const found = findRedis();
  if (found) return found;
  await installWithApt('Redis for the tests of the event bus', [['redis-server'], ['valkey-server']]);
  const installed = findRedis();
  if (installed) return installed;
  throw new Problem(
    'The server tests need a Redis or Valkey, and none was found.\n' +
      'Install one (Debian: `sudo apt-get install redis-server`) or set REDIS_SERVER to its program file.',
  );
}

function findRedis() {
  const named = process.env['REDIS_SERVER'];
  if (named) return named;
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(existsSync);
}
