/**
 * Indexes that make the first page of a list of a million rows fast, whichever column sorts it. A nullable column needs
 * one index per direction: nulls are last both ways, and no index can be read backwards for that.
 */
import { sql, type Kysely } from 'kysely';

type Columns = readonly string[];

/** Maps each table to the sortable columns of its list. The default sort is indexed per party as well. */
const SORTED: Readonly<
  Record<
    string,
    { readonly parties?: Columns; readonly first?: string; readonly by: Columns; readonly nullable?: Columns }
  >
> = {
  candidates: { by: ['years_of_experience', 'available_from', 'created_at'] },
  jobs: {
    parties: ['client_id'],
    by: ['hot', 'status', 'job_type', 'start_date', 'end_date', 'bill_rate_max_cents', 'last_activity_at'],
    nullable: ['posted_at'],
  },
  submissions: {
    parties: ['client_id', 'agency_id'],
    first: 'submitted_at',
    by: ['status', 'status_since', 'available_from', 'requested_rate_cents', 'action_required', 'match_percent'],
    nullable: ['interviewed_at', 'offered_at'],
  },
  assignments: {
    parties: ['client_id', 'agency_id'],
    first: 'planned_start',
    by: ['status', 'planned_end', 'bill_rate_cents', 'compliance_percent'],
    nullable: ['extension_decision_due', 'ended_on'],
  },
  compliance_documents: {
    parties: ['client_id', 'agency_id'],
    first: 'due_on',
    by: ['name', 'status'],
    nullable: ['expires_on', 'uploaded_at'],
  },
  timesheets: {
    parties: ['client_id', 'agency_id'],
    first: 'week_ending',
    by: ['facility_status', 'supplier_status', 'overtime_minutes', 'expense_cents', 'bill_cents'],
    nullable: ['submitted_at'],
  },
  invoices: {
    by: ['status', 'period_end', 'total_cents', 'issued_on', 'due_on'],
    nullable: ['paid_on', 'good_pay_on'],
  },
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, table: string, columns: Columns, suffix = sql``) =>
    sql`create index ${sql.id(`${table}_list_${name}`)} on ${sql.table(table)} (
      ${sql.join(columns.map((column) => sql.id(column)))} ${suffix})`.execute(db);
  const both = async (name: string, table: string, leading: Columns) => {
    await index(`${name}_asc`, table, [...leading, 'id']);
    await index(`${name}_desc`, table, leading, sql`desc nulls last, id desc`);
  };

  for (const [table, { parties = [], first, by, nullable = [] }] of Object.entries(SORTED)) {
    for (const column of [...(first === undefined ? [] : [first]), ...by])
      await index(column, table, ['tenant_id', column, 'id']);
    for (const column of nullable) await both(column, table, ['tenant_id', column]);
    for (const party of parties) {
      if (first !== undefined) await index(`${party}_${first}`, table, [party, first, 'id']);
      // Within the same party name, rows are ordered by id.
      await index(party, table, [party, 'id']);
    }
  }
  await index('client_id_posted_at', 'jobs', ['client_id', 'posted_at'], sql`desc nulls last, id desc`);
  await index('name', 'candidates', ['tenant_id', 'last_name', 'first_name', 'id']);
  await index('agency_id', 'candidates', ['agency_id', 'id']);
  await sql`
    create index assignments_list_file_start on assignments (tenant_id, (coalesce(actual_start, planned_start)), id)
    where status in ('ACTIVE', 'BOOKED')`.execute(db);
  // Filter options are read from these indexes, value by value.
  for (const [table, column] of [
    ['candidates', 'recruiter_name'],
    ['compliance_documents', 'reviewed_by'],
    ['assignments', 'end_reason'],
  ] as const) {
    await index(column, table, ['tenant_id', column]);
  }
  await sql`create index jobs_sales_rep on jobs (sales_rep_id)`.execute(db);
}
