/** Installs the packages of package-lock.json, unless node_modules already matches it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { Problem, inRoot, root, run } from './process.mjs';

const LOCKFILE = 'package-lock.json';
// npm's own record of what it put into node_modules; missing while an install is unfinished.
const INSTALLED = 'node_modules/.package-lock.json';
const STAMP = inRoot('node_modules/.installed');

export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(async () => {
    if (isInstalled()) return;
    console.log('Installing the packages of package-lock.json ...');
    // The build needs the development packages, even if NODE_ENV is production.
    const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    let code = await npm(['ci', ...options]);
    if (code !== 0) {
      console.log('npm ci could not install exactly the versions of the lock file; trying npm install ...');
      code = await npm(['install', '--no-save', ...options]);
    }
    if (code !== 0) {
      throw new Problem(
        `Installing failed (npm ended with ${code}; its own message is above).\n` +
          'Check the connection to the package registry and the free disk space, then run the command again.',
      );
    }
    writeFileSync(STAMP, stamp());
  });
}

function isInstalled() {
  if (!existsSync(inRoot(INSTALLED))) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp()) return true;
  if (!matchesLockfile(root)) return false;
  leaveStampIfAllowed();
  return true;
}

/** It only saves the comparison. Another user may have installed, or the clone may be mounted read-only. */
function leaveStampIfAllowed() {
  try {
    writeFileSync(STAMP, stamp());
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

function stamp() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of [LOCKFILE, INSTALLED]) hash.update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

/** True after a manual `npm ci` or `npm install` too: every package that is not optional is there as locked. */
export function matchesLockfile(folder) {
  const packagesOf = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')).packages;
  if (!existsSync(path.join(folder, INSTALLED))) return false;
  const [wanted, found] = [packagesOf(LOCKFILE), packagesOf(INSTALLED)];
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '') return true;
    const installed = found[name];
    if (!installed) return entry.optional === true || entry.devOptional === true;
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}

/** Uses the npm that started this script if there is one, so that no PATH is needed. */
export function npm(args, options) {
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], options);
  return run('npm', args, { shell: process.platform === 'win32', ...options });
}
