/** A plain name: a notification refers to its record by the record's key. Stored notifications are renamed too. */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  // The index on the column is dropped with it.
  sql`alter table notification_contents drop column thing`,
  sql`
    update notification_contents
    set content = (content::jsonb - 'thing' || jsonb_build_object('recordKey', content -> 'thing'))::json
    where content -> 'thing' is not null`,
  sql`
    alter table notification_contents
    add column record_key text generated always as (content ->> 'recordKey') stored`,
  sql`create index notification_contents_record on notification_contents (record_key) where record_key is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
