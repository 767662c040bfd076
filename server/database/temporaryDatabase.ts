/** A temporary second database in the same cluster: restoring a backup into it proves that it can be restored. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier, type ClientConfig } from 'pg';
import { DatabaseStartError, sqlState } from './errors';
import { migrate } from './migrate';
import { ADVISORY_LOCKS } from './advisoryLocks';

const SUFFIX = '_backup_check';
/** Names of databases have 63 bytes. */
const LONGEST_BASE = 63 - SUFFIX.length;
const LOCK_CHECK_MS = 1_000;

export interface TemporaryDatabaseRoles {
  /** A role that may be allowed to create databases. */
  readonly maker: ClientConfig;
  /** The owner of the new database, if it is not the current user. */
  readonly ownerRole?: string;
  readonly appRole: string;
  readonly connection: (database: string) => ClientConfig;
}

/** The database's user may not create databases. The message is a sentence for the operator. */
export class CreateDatabaseDenied extends DatabaseStartError {}

/**
 * Runs `work` as the owner of an empty database of this version's schema, which is dropped afterwards, and before if a
 * killed process left one. One at a time: waits for another process that is doing the same. Throws
 * CreateDatabaseDenied, or what `work` throws.
 */
export async function withTemporaryDatabase<T>(
  { maker, ownerRole, appRole, connection }: TemporaryDatabaseRoles,
  work: (owner: Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return connected(maker, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const name = `${(rows[0]?.name ?? '').slice(0, LONGEST_BASE)}${SUFFIX}`;
    const quoted = escapeIdentifier(name);
    const drop = () => client.query(`drop database if exists ${quoted} with (force)`);
    await lock(client, signal);
    await drop();
    await create(client, quoted, ownerRole);
    try {
      return await connected(
        connection(name),
        async (owner) => {
          await migrate(owner, appRole);
          return work(owner);
        },
        signal,
      );
    } finally {
      await drop();
    }
  });
}

/** Dropping the database would end the work of the process that is using it. Ends with the connection. */
async function lock(client: Client, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      ADVISORY_LOCKS.temporaryDatabase,
    ]);
    if (rows[0]?.mine === true) return;
    await delay(LOCK_CHECK_MS);
  }
}

async function create(client: Client, name: string, ownerRole: string | undefined): Promise<void> {
  const owner = ownerRole === undefined ? '' : ` owner ${escapeIdentifier(ownerRole)}`;
  try {
    await client.query(`create database ${name}${owner} template template0 encoding 'UTF8'`);
    await client.query(`revoke connect on database ${name} from public`);
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    throw new CreateDatabaseDenied(
      "DATABASE_URL's user may not create databases, so a backup cannot be restored to check it. Give it CREATEDB.",
    );
  }
}

async function connected<T>(
  config: ClientConfig,
  work: (client: Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = new Client({ ...config, application_name: 'vms-backup', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const end = (): void => void client.end().catch(() => undefined);
  signal?.addEventListener('abort', end);
  try {
    signal?.throwIfAborted();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}
