/**
 * Row-level security of the program: managers see everything; facilities and suppliers see the rows to which they are a
 * party. Settings are read in sub-selects, so that PostgreSQL evaluates them once per statement instead of once per
 * row.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const sameTenant = sql`tenant_id = (select app_tenant_id())`;
const organization = sql`(select app_organization_id())`;
const isType = (type: 'VMS' | 'CLIENT' | 'AGENCY'): RawBuilder<unknown> =>
  sql`(select app_organization_type()) = ${sql.lit(type)}`;

const manages = sql`${sameTenant} and ${isType('VMS')}`;
const isParty = (...columns: string[]): RawBuilder<unknown> => {
  const parties = columns.map((column) => sql`${sql.ref(column)} = ${organization}`);
  return sql`${sameTenant} and (${sql.join([isType('VMS'), ...parties], sql` or `)})`;
};

/** Maps each table to the condition under which its rows can be read and written. */
const OWN_ROWS: Readonly<Record<string, RawBuilder<unknown>>> = {
  facilities: isParty('id'),
  departments: isParty('client_id'),
  suppliers: isParty('id'),
  candidates: isParty('agency_id'),
  jobs: isParty('client_id'),
  submissions: isParty('client_id', 'agency_id'),
  submission_status_history: isParty('client_id', 'agency_id'),
  assignments: isParty('client_id', 'agency_id'),
  compliance_documents: isParty('client_id', 'agency_id'),
  timesheets: isParty('client_id', 'agency_id'),
  invoices: isParty('client_id', 'agency_id'),
  professions: manages,
  specialties: manages,
  offerings: manages,
  sub_offerings: manages,
};

/** Maps a table to an additional condition under which its rows can be read. */
const ALSO_READABLE: Readonly<Record<string, RawBuilder<unknown>>> = {
  professions: sameTenant,
  specialties: sameTenant,
  offerings: sameTenant,
  sub_offerings: sameTenant,
  // Suppliers can see the facilities, and facilities the suppliers, but neither can see its competitors.
  facilities: sql`${sameTenant} and ${isType('AGENCY')}`,
  departments: sql`${sameTenant} and ${isType('AGENCY')}`,
  suppliers: sql`${sameTenant} and ${isType('CLIENT')}`,
  jobs: sql`${sameTenant} and ${isType('AGENCY')} and posted_at is not null`,
  // A facility sees the candidates who were submitted to it.
  candidates: sql`${sameTenant} and ${isType('CLIENT')} and exists (
    select from submissions s where s.candidate_id = candidates.id and s.client_id = ${organization})`,
};

export async function protectDomain(db: Kysely<unknown>): Promise<void> {
  for (const [table, condition] of Object.entries(OWN_ROWS)) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    await sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`.execute(
      db,
    );
    await sql`create policy own_rows on ${sql.table(table)} using (${condition}) with check (${condition})`.execute(db);
  }
  for (const [table, condition] of Object.entries(ALSO_READABLE)) {
    await sql`create policy also_readable on ${sql.table(table)} for select using (${condition})`.execute(db);
  }
}
