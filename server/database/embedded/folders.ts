/**
 * Where the embedded database lives.
 *
 * Normally in DATA_DIR/postgres. A server that runs as root runs the database as another user, who may be unable to
 * reach DATA_DIR (a clone below /root, say); then it lives in /var/lib/staffing-vms/<id>, and DATA_DIR/postgres.place
 * names that folder, so that moving DATA_DIR keeps the database, and deleting it abandons the database.
 *
 *   cluster/    PostgreSQL's own files             secret      the roles' passwords are derived from it
 *   socket/     its only listener                  server.log  PostgreSQL's log
 */
import { randomBytes, createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseStartError } from '../errors';
import { canReach, childUser, type SystemUser } from './systemUser';

export const SHARED_HOME = '/var/lib/staffing-vms';
/** A unix socket path may have 107 bytes, `/.s.PGSQL.5432` included. */
const LONGEST_SOCKET_FOLDER = 107 - '/.s.PGSQL.5432'.length;

/** Absolute paths. `user` is who PostgreSQL runs as; undefined where it runs as the server does. */
export interface DatabaseFolders {
  readonly home: string;
  readonly cluster: string;
  readonly socket: string;
  readonly secretFile: string;
  readonly logFile: string;
  readonly user: SystemUser | undefined;
}

/**
 * The folders of a data directory, created if missing. Throws DatabaseStartError where PostgreSQL's user cannot work.
 */
export function chooseFolders(dataDir: string): DatabaseFolders {
  const user = childUser();
  mkdirSync(dirname(dataDir), { recursive: true });
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
  const home = chooseHome(realpathSync(dataDir), user);
  return {
    home,
    user,
    cluster: join(home, 'cluster'),
    socket: socketFolder(home, user),
    secretFile: join(home, 'secret'),
    logFile: join(home, 'server.log'),
  };
}

/** Whether this data directory has a database. Creates nothing. Throws EACCES if this user may not look. */
export function hasDatabase(dataDir: string): boolean {
  const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (!isThere(dataDir)) return false;
  const pointer = join(dataDir, 'postgres.place');
  const isElsewhere = !canReach(childUser(), dirname(realpathSync(dataDir))) && existsSync(pointer);
  const home = isElsewhere ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
  return isThere(join(home, 'cluster'));
}

function chooseHome(dataDir: string, user: SystemUser | undefined): string {
  const own = join(dataDir, 'postgres');
  if (user === undefined) return makeFolder(own, 0o700);
  // Execute permission only: the database user can pass through DATA_DIR but not read it.
  if (canReach(user, dirname(dataDir))) {
    chmodSync(dataDir, (lstatSync(dataDir).mode & 0o777) | 0o011);
    return makeFolder(own, 0o711);
  }
  const pointer = join(dataDir, 'postgres.place');
  if (existsSync(pointer)) return makeFolder(readFileSync(pointer, 'utf8').trim(), 0o711);
  const home = join(makeShared(), randomBytes(8).toString('hex'));
  try {
    writeFileSync(pointer, home, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return makeFolder(readFileSync(pointer, 'utf8').trim(), 0o711);
  }
  return makeFolder(home, 0o711);
}

function makeShared(): string {
  try {
    return makeFolder(SHARED_HOME, 0o711);
  } catch (error) {
    throw new DatabaseStartError(
      `The database runs as another user than root, who can reach neither DATA_DIR nor ${SHARED_HOME} ` +
        `(${(error as Error).message}). Set DATA_DIR to a folder that every user may enter, or set DATABASE_URL.`,
    );
  }
}

function makeFolder(path: string, mode: number): string {
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, mode);
  }
  return path;
}

/** A socket folder outside the home would be left behind otherwise. */
export function removeSocketFolder({ home, socket }: DatabaseFolders): void {
  if (!socket.startsWith(home)) rmSync(socket, { recursive: true, force: true });
}

function socketFolder(home: string, user: SystemUser | undefined): string {
  const own = join(home, 'socket');
  if (Buffer.byteLength(own) <= LONGEST_SOCKET_FOLDER) return privateFolder(own, user);
  const key = createHash('sha256').update(home).digest('hex').slice(0, 16);
  for (const base of [tmpdir(), '/tmp']) {
    const path = join(base, `vms-${key}`);
    if (Buffer.byteLength(path) <= LONGEST_SOCKET_FOLDER && canReach(user, base)) return privateFolder(path, user);
  }
  throw new DatabaseStartError(`DATA_DIR and ${tmpdir()} are too deep for a unix socket. Choose a shorter DATA_DIR.`);
}

/** Accessible to the database user only. In a shared folder, another user may have taken the name. */
function privateFolder(path: string, user: SystemUser | undefined): string {
  if (!existsSync(path)) {
    mkdirSync(path, { mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
  }
  const found = lstatSync(path);
  const owner = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new DatabaseStartError(
      `${path} must be a folder that only the database's user (${owner}) can enter. Remove it and start again.`,
    );
  }
  return path;
}
