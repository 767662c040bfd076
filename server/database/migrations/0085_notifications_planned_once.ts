/**
 * Who is notified is found by the same plan each time: planning it anew took longer than notifying one person, and a plan of
 * its own is no faster for thousands.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function notification_send set plan_cache_mode = force_generic_plan`.execute(db);
}
