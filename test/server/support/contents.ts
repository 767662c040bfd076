/** The contents of a database, to compare two of them. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../server/database';

async function tables(owner: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'schema_migrations%' order by 1`.execute(owner);
  return rows.map(({ name }) => name);
}

/** For each table its row count, and a checksum of every value of every row. */
export async function contents(owner: Kysely<Schema>): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of await tables(owner)) {
    const { rows } = await sql`
      select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${sql.table(name)} t`.execute(
      owner,
    );
    found[name] = rows[0];
  }
  return found;
}

/** Row-level security and triggers of each table. */
export const guards = async (owner: Kysely<Schema>) =>
  (
    await sql`
      select c.relname, c.relrowsecurity, c.relforcerowsecurity,
        (select string_agg(t.tgname || t.tgenabled::text, ',' order by t.tgname) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(owner)
  ).rows;

export const sequences = async (owner: Kysely<Schema>) =>
  (await sql`select sequencename, last_value from pg_sequences order by 1`.execute(owner)).rows;
