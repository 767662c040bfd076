import { execFileSync } from 'node:child_process';

/**
 * The program of that major version of Node. Fetches it if it differs from that of the tests, from npm's package
 * `node`.
 */
export function nodeOf(major: number): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const args = ['--yes', '--package', `node@${major}`, 'node', '-p', 'process.execPath'];
  return execFileSync('npx', args, { encoding: 'utf8' }).trim();
}
