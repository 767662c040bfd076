/**
 * Recipients are always found by a generic plan: planning each call took longer than notifying one user, and a custom
 * plan is no faster for thousands of users.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function notification_send set plan_cache_mode = force_generic_plan`.execute(db);
}
