/** Builds the app and the server into dist/, unless dist/ was built from exactly these sources. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { Problem, inRoot, root, runTool } from './process.mjs';

/** Everything the build reads. */
const SOURCES = [
  'contract',
  'machines',
  'sagas',
  'tape',
  'src',
  'server',
  'public',
  'scripts/build.mjs',
  'scripts/build',
  'webpack.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
/** Built by the tests of the package from `tape`; the app does not read it. */
const NOT_READ = 'tape/dist';
const BUILD_STAMP = inRoot('dist/.built-from');
export const SERVER_MAIN = inRoot('dist/server/main.js');
export const VMS_MAIN = inRoot('dist/server/vms.js');

export async function ensureBuilt() {
  if (isBuilt()) return;
  await withLock(async () => {
    if (isBuilt()) return;
    console.log('Building the app and the server ...');
    const code = await runTool([inRoot('scripts/build.mjs')]);
    if (code !== 0) throw new Problem(`The build failed (exit code ${code}; its own message is above).`);
  });
}

/**
 * Removes the stamp at the start of a build, because dist/ then matches no known sources. Returns the stamp of that
 * build.
 */
export function removeStamp() {
  rmSync(BUILD_STAMP, { force: true });
  return sourceHash();
}

/** @param {string} hash of the sources that dist/ was built from */
export function leaveStamp(hash) {
  mkdirSync(path.dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, hash);
}

function isBuilt() {
  return existsSync(SERVER_MAIN) && existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === sourceHash();
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesUnder(source)) hash.update(`${file}\n`).update(readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
}

/** @returns {string[]} paths relative to the root, in a fixed order */
function filesUnder(relative) {
  const absolute = path.join(root, relative);
  if (relative === NOT_READ || !existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [relative];
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesUnder(`${relative}/${name}`));
}
