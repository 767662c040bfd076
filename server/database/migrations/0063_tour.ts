/** How far each person has been shown around: the step at which it goes on; null once it is over. Nobody who is there already begins. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column tour_step smallint check (tour_step between 0 and 4)`.execute(db);
  await sql`alter table users alter column tour_step set default 0`.execute(db);
}
