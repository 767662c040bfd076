/** Bulk loading: drops indexes, foreign keys and triggers first, which is many times faster than row by row. */
import type { Client } from 'pg';

/** Tables whose triggers count rows or record their changes. */
const COUNTED = ['submissions', 'compliance_documents', 'timesheets', 'assignments', 'jobs', 'invoices'];
const LARGE = [...COUNTED, 'submission_status_history', 'candidates'];

/**
 * Only for the first rows of these tables, within the transaction that writes them; all constraints are checked again
 * at its end.
 */
export async function fillInBulk(client: Client, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any($1::regclass[]) and not i.indisunique
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by 1`,
    [COUNTED],
  );
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f' order by 1, 2`,
    [LARGE],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of COUNTED) await client.query(`alter table ${table} disable trigger user`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await client.query('select rebuild_submission_counts(), file_counts_begin()');
  await client.query('select rebuild_tallies()');
  for (const table of COUNTED) await client.query(`alter table ${table} enable trigger user`);
}
