/** Columns of users and organizations that the application shell reads. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column prn_associate boolean not null default false`.execute(db);
  await sql`
    alter table organizations
      add column theme text not null default 'default' check (theme in ('default', 'evergreen', 'plum', 'slate'))`.execute(
    db,
  );
}
