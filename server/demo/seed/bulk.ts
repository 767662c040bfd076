/** Filling empty tables: what is indexed and counted over all rows at once takes a fraction of doing it row by row. */
import type { Client } from 'pg';

/** Of these something is counted with each statement. */
const COUNTED = ['submissions', 'compliance_documents', 'timesheets', 'assignments', 'jobs'];

/** For the first rows of these tables, within the transaction that writes them. Constraints hold all the while. */
export async function fillInBulk(client: Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any($1::regclass[]) and not i.indisunique
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by 1`,
    [COUNTED],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  for (const table of COUNTED) await client.query(`alter table ${table} disable trigger user`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
  await client.query('select submission_counts_anew(), file_counts_begin()');
  await client.query('select tallies_anew()');
  for (const table of COUNTED) await client.query(`alter table ${table} enable trigger user`);
}
