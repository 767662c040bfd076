import { execFileSync } from 'node:child_process';

/** The program of that major version of Node. Fetches it where it is another than that of the tests; npm's package `node` carries them. */
export function nodeOf(major: number): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const args = ['--yes', '--package', `node@${major}`, 'node', '-p', 'process.execPath'];
  return execFileSync('npx', args, { encoding: 'utf8' }).trim();
}
