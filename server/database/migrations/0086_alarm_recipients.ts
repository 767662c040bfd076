/** Renames the column of alarm rules that holds the recipients of their alarms. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table board_alarm_rules rename column tell to recipients`.execute(db);
}
