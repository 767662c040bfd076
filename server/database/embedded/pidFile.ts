/** What PostgreSQL says about itself in its folder, for whoever comes later. */
import { existsSync, openSync, closeSync, readFileSync, readSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './binaries';

/** The process id of the PostgreSQL that runs on this cluster. Removes the note of one that is long gone. */
export function runningPid(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  let pid: number;
  try {
    pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (worksIn(pid, cluster)) return pid;
  // The number went to another process since, as it does in a container that starts anew. PostgreSQL itself would
  // take that process for a running server and refuse to start.
  rmSync(file, { force: true });
  return undefined;
}

/** PostgreSQL's working folder is its cluster. Where the system does not tell, the note is believed. */
function worksIn(pid: number, cluster: string): boolean {
  if (!existsSync('/proc/self/cwd')) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

/** The number initdb gave the cluster, from the head of its control file; no two clusters share one. */
export function systemIdentifier(cluster: string): string {
  const head = Buffer.alloc(8);
  const file = openSync(join(cluster, 'global', 'pg_control'), 'r');
  try {
    readSync(file, head, 0, 8, 0);
  } finally {
    closeSync(file);
  }
  const bigEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 0;
  return String(bigEndian ? head.readBigUInt64BE() : head.readBigUInt64LE());
}
