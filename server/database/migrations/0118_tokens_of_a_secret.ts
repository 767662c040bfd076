/**
 * A refresh token names the SERVER_SECRET it was issued under, so that a changed secret ends all sessions. Null where a
 * node of the former version issued it: the next token of that session has it.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refresh_tokens add column secret_check bytea`.execute(db);
}
