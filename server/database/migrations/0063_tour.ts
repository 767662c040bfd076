/** The step at which a user's product tour continues; null once it is over. It does not start for existing users. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column tour_step smallint check (tour_step between 0 and 4)`.execute(db);
  await sql`alter table users alter column tour_step set default 0`.execute(db);
}
