/** Installs system packages that tests need with Debian's package manager, if this user may. */
import { existsSync } from 'node:fs';
import { capture, run } from './process.mjs';

/**
 * @param {string} what for the line that announces it
 * @param {readonly (readonly string[])[]} choices sets of packages; the first that can be installed is
 * @returns {Promise<boolean>} whether one could
 */
export async function installWithApt(what, choices) {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const elevate = await elevation();
  if (!elevate) return false;
  console.log(`Installing ${what} with apt-get ...`);
  const apt = (...args) =>
    run(elevate[0] ?? 'apt-get', [...elevate.slice(1), ...(elevate.length ? ['apt-get'] : []), ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  if ((await apt('update', '-qq')) !== 0) return false;
  for (const packages of choices) {
    if ((await apt('install', '-y', '-qq', '--no-install-recommends', ...packages)) === 0) return true;
  }
  return false;
}

/** @returns {Promise<string[] | undefined>} the words to put before a command that must run as root */
async function elevation() {
  if (process.getuid?.() === 0) return [];
  const { code } = await capture('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND'] : undefined;
}
