/**
 * When each user's last absence began and ended, for the summary of what arrived meanwhile; null once it is dismissed.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column away_since timestamptz, add column away_until timestamptz,
      add constraint users_away check ((away_since is null) = (away_until is null))`.execute(db);
}
