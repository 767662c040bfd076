/** A mailed code belongs to the browser that requested it, so each browser of a user has its own challenge. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The digest of the browser's secret. It is empty for codes that are already pending, which must be requested again.
  await sql`alter table two_factor_challenges add column browser_hash bytea not null default ''`.execute(db);
  await sql`drop index two_factor_challenges_live`.execute(db);
  await sql`
    create unique index two_factor_challenges_live on two_factor_challenges (user_id, browser_hash)
    where closed_at is null`.execute(db);
}
