/** Serves the alphabetical order of names in growing lists, in which case and accents do not count. */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** ASCII texts are folded without `fold_text`, because calling it for each of many rows would take long. */
const folded = (name: string): RawBuilder<unknown> => sql`(case
  when octet_length(${sql.id(name)}) = char_length(${sql.id(name)}) then lower(${sql.id(name)} collate "C")
  else fold_text(${sql.id(name)}) collate "C" end)`;

/** They served the order by code points, which is no longer asked for. */
const FORMER = ['candidates_list_name', 'candidates_agency', 'compliance_documents_list_name'];
const INDEXES = [
  ['candidates_list_name', 'candidates', 'tenant_id', ['last_name', 'first_name']],
  ['candidates_agency', 'candidates', 'agency_id', ['last_name', 'first_name']],
  ['candidates_list_recruiter', 'candidates', 'tenant_id', ['recruiter_name']],
  ['compliance_documents_list_name', 'compliance_documents', 'tenant_id', ['name']],
  ['compliance_documents_list_reviewer', 'compliance_documents', 'tenant_id', ['reviewed_by']],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of FORMER) await sql`drop index ${sql.id(name)}`.execute(db);
  for (const [name, table, of, parts] of INDEXES) {
    await sql`create index ${sql.id(name)} on ${sql.table(table)} (
      ${sql.join([sql.id(of), ...parts.map(folded), ...parts.map((part) => sql.id(part)), sql.id('id')])})`.execute(db);
  }
}
