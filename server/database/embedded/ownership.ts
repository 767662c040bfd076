/**
 * Determines which server or command owns the embedded database. The owner keeps a session with an advisory lock open:
 * PostgreSQL releases it the moment the owner dies, which a process id in a file cannot guarantee.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { DatabaseInUseError, DatabaseStartError } from '../errors';
import { OWNER_ROLE } from '../roles';
import { isAlive } from './binaries';
import type { DatabaseFolders } from './folders';
import type { Logins } from './superuser';
import { ADVISORY_LOCKS } from '../advisoryLocks';

/**
 * The process id of the PostgreSQL that runs on this cluster. Removes stale lock files. Throws if one cannot be read.
 */
export function runningPid({ cluster, socket }: Pick<DatabaseFolders, 'cluster' | 'socket'>): number | undefined {
  const pid = holderOfLock(join(cluster, 'postmaster.pid'), cluster);
  // PostgreSQL does not start either while the lock of its socket names a live process.
  if (pid === undefined) holderOfLock(join(socket, '.s.PGSQL.5432.lock'), cluster);
  return pid;
}

/** The PostgreSQL of this cluster that the lock file names. Removes the file if the process is another one by now. */
function holderOfLock(file: string, cluster: string): number | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (worksIn(pid, cluster)) return pid;
  // The process id was reused, as happens in a restarted container. PostgreSQL itself would mistake that process for a
  // running server and refuse to start.
  rmSync(file, { force: true });
  return undefined;
}

/**
 * PostgreSQL's working directory is its cluster. Of a process whose directory the system does not report, only the user
 * is compared: PostgreSQL runs as the owner of its files.
 */
function worksIn(pid: number, cluster: string): boolean {
  if (!existsSync('/proc/self/cwd')) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' && userOf(`/proc/${pid}`) === userOf(cluster);
  }
}

const userOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid;

/** The system identifier initdb gave the cluster, from the head of its control file; unique per cluster. */
function systemIdentifier(cluster: string): string {
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

/** Who holds the cluster, and until when: a server until it is stopped, a command until it has done its work. */
export type Holder = 'server' | 'command';

const nameOf = (holder: Holder): string => `vms-${holder} ${process.pid}`;

async function connect(connection: ClientConfig, holder: Holder): Promise<Client> {
  const client = new Client({
    ...connection,
    application_name: nameOf(holder),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without a listener, an error between two statements would end the process. `end` follows in any case.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Locks the cluster until the connection ends. Throws DatabaseInUseError if another server or a command has it. */
export async function takeOwnership(logins: Logins, folders: DatabaseFolders, holder: Holder): Promise<Client> {
  const client = await connect(logins.connection(OWNER_ROLE), holder);
  try {
    await checkIdentity(client, folders);
    await lock(client, folders);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

export interface OwnershipWait {
  /** False before the one that starts the cluster holds it, and after that one was killed. */
  readonly isOwned: boolean;
  /** The session that waits. No one waits for a server: it decides alone when its database stops. */
  readonly session?: Client;
}

/** Waits in the background for the cluster that another command holds, so that it stays up when that command ends. */
export async function waitForOwnership(connection: ClientConfig): Promise<OwnershipWait> {
  const client = await connect(connection, 'command');
  const holder = await holderOf(client).catch(async (error: unknown) => {
    await client.end();
    throw error;
  });
  if (holder?.kind !== 'command') {
    await client.end();
    return { isOwned: holder !== undefined };
  }
  // Rejected when this command ends first.
  client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.embeddedOwner]).catch(() => undefined);
  return { isOwned: true, session: client };
}

/** Whether a command waits for the cluster that this one holds. */
export async function hasWaitingCommand(owner: Client): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
    [ADVISORY_LOCKS.embeddedOwner],
  );
  return rowCount !== 0;
}

async function checkIdentity(client: Client, folders: DatabaseFolders): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  if (rows[0]?.id === systemIdentifier(folders.cluster)) return;
  throw new DatabaseStartError(`Another database answers at ${folders.socket}. End it, or choose another DATA_DIR.`);
}

async function lock(client: Client, folders: DatabaseFolders): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    ADVISORY_LOCKS.embeddedOwner,
  ]);
  if (rows[0]?.got) return;
  const holder = await holderOf(client);
  const pid = holder?.pid ?? 'unknown';
  throw new DatabaseInUseError(
    holder?.kind === 'command'
      ? `A command, process ${pid}, is using the database in ${folders.home}. Wait until it ends, and try again.`
      : `The database in ${folders.home} is in use by another server, process ${pid}. Stop it, or set another DATA_DIR.`,
  );
}

async function holderOf(client: Client): Promise<{ kind: string; pid: string } | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [ADVISORY_LOCKS.embeddedOwner],
  );
  const [, kind = '', pid = 'unknown'] = /^vms-(\w+) (\d+)$/.exec(rows[0]?.name ?? '') ?? [];
  return rows.length === 0 ? undefined : { kind, pid };
}
