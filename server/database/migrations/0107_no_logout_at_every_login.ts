/** A broadcast for every login that signed out whoever accepted it let no one stay signed in. It no longer signs out. */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`update broadcasts set force_logout = false where force_logout and display_frequency = 'EVERY_LOGIN'`,
  // Nodes of the former version would otherwise write others during an upgrade.
  sql`
    alter table broadcasts add constraint broadcasts_no_logout_at_every_login
    check (not (force_logout and display_frequency = 'EVERY_LOGIN'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
