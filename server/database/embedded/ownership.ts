/**
 * Which server holds the embedded database. The holder keeps one session open with an advisory lock in it: PostgreSQL
 * gives the lock back the moment the holder dies, however it dies, and no process number can be mistaken.
 */
import { Client } from 'pg';
import { OWNER_ROLE } from '../roles';
import { DatabaseStartError } from '../startError';
import type { Place } from './place';
import { systemIdentifier } from './pidFile';
import type { Logins } from './secret';

const OWNERSHIP_LOCK = 7_201_311;
const NAME = 'vms-server';

export async function takeOwnership(logins: Logins, place: Place): Promise<Client> {
  const client = new Client({
    ...logins.connection(OWNER_ROLE),
    application_name: `${NAME} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without a listener, an error between two statements would end the process. `end` follows it in any case.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkIdentity(client, place);
    await lock(client, place);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function checkIdentity(client: Client, place: Place): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  if (rows[0]?.id === systemIdentifier(place.cluster)) return;
  throw new DatabaseStartError(`Another database answers at ${place.socket}. End it, or choose another DATA_DIR.`);
}

async function lock(client: Client, place: Place): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [OWNERSHIP_LOCK]);
  if (rows[0]?.got) return;
  const holder = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [OWNERSHIP_LOCK],
  );
  const pid = holder.rows[0]?.name.replace(NAME, '').trim() ?? 'unknown';
  throw new DatabaseStartError(
    `The database in ${place.home} is in use by another server, process ${pid}. Stop it, or set another DATA_DIR.`,
  );
}
