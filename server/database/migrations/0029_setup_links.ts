/**
 * Links with which the first owner sets up a new platform. Accessible to the database owner only, because there is no
 * organization yet.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setup_links (
      token_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);
}
