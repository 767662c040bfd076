/** Who waits for a lock, for tests that let two transactions meet. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../server/database';

/** How many connections of this database wait for a lock that another one holds. */
export async function lockWaits(owner: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ waits: number }>`
    select count(distinct pid)::integer as waits from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(owner);
  return rows[0]?.waits ?? 0;
}

/** Resolves once at least so many of them wait. */
export async function untilLockWaits(owner: Kysely<Schema>, count = 1): Promise<void> {
  while ((await lockWaits(owner)) < count) await delay(20);
}
