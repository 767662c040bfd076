/** A mailed code belongs to the browser that asked for it, so each browser of a user has a challenge of its own. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The digest of the browser's secret. Nobody's for the codes of the last minutes, which have to be asked for again.
  await sql`alter table two_factor_challenges add column browser_hash bytea not null default ''`.execute(db);
  await sql`drop index two_factor_challenges_live`.execute(db);
  await sql`
    create unique index two_factor_challenges_live on two_factor_challenges (user_id, browser_hash)
    where closed_at is null`.execute(db);
}
