/**
 * Old records of changes are deleted in steps, from the oldest: after a bulk load one statement for all of them would
 * never finish. Deleting leaves room for new rows among old ones, which an index by ranges of pages cannot tell apart.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`drop index record_changes_old`,
  sql`create index record_changes_old on record_changes (at)`,
  sql`drop function forget_record_changes(timestamptz)`,
  sql`
    create function forget_record_changes(until timestamptz, most integer default 5000) returns integer
    language sql volatile security definer set search_path = pg_catalog, public as $$
      with gone as (
        delete from record_changes where id in (
          select c.id from record_changes c where c.at < until order by c.at limit most)
        returning 1)
      select count(*)::integer from gone
    $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
