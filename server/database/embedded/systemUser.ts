/**
 * PostgreSQL refuses to run as root. A server started by root runs it as `postgres` where that user exists, else as
 * `nobody`; any other server runs it as itself.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseStartError } from '../errors';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * Undefined when the child can run as our own user. Throws DatabaseStartError for root on a machine without another
 * user.
 */
export function childUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of CANDIDATES) {
    const account = accounts.find(([user]) => user === name);
    const uid = Number(account?.[2]);
    const gid = Number(account?.[3]);
    if (uid > 0 && gid >= 0) return { uid, gid };
  }
  throw new DatabaseStartError(
    `PostgreSQL cannot run as root and this machine has neither a user ${CANDIDATES.join(' nor a user ')}. ` +
      'Start the server as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether `user` can pass every folder on the way to `path`. */
export function canReach(user: SystemUser | undefined, path: string): boolean {
  if (user === undefined) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
