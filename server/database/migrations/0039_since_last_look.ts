/**
 * Changes since a user's last visit to the home dashboard: each write that changes what a card counts stores the
 * previous state of the record, and the time of each user's last visit is stored. Flow figures of closed jobs and paid
 * invoices get indexes by the date of closing or payment.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { COMPLIANCE_BANDS } from '../../../contract/lists/common';

type Sql = RawBuilder<unknown>;

interface Recorded {
  readonly table: string;
  /** Columns whose previous values are stored: all that can change and that the cards' conditions read. */
  readonly columns: readonly string[];
  /** Maps a column to the coarser value that the cards distinguish; only changes of that value are stored. */
  readonly counted?: Readonly<Record<string, (column: Sql) => Sql>>;
}

const isAny = (column: Sql): Sql => sql`${column} > 0`;
const band = (column: Sql): Sql =>
  sql`case ${sql.join(
    COMPLIANCE_BANDS.map(({ from, to }) => sql`when ${column} <= ${sql.lit(to)} then ${sql.lit(from)}`),
    sql` `,
  )} end`;

const RECORDED: readonly Recorded[] = [
  {
    table: 'jobs',
    columns: ['status', 'closure', 'hot', 'posted_at', 'posted_on', 'closed_at', 'closed_on', 'submitting_suppliers'],
    counted: { submitting_suppliers: isAny },
  },
  { table: 'submissions', columns: ['status'] },
  {
    table: 'assignments',
    columns: ['status', 'ended_on', 'extension_status', 'compliance_percent', 'documents_due'],
    counted: { compliance_percent: band, documents_due: isAny },
  },
  {
    table: 'timesheets',
    columns: ['facility_status', 'supplier_status', 'disputed_at', 'dispute_resolved_at', 'correction'],
    counted: { correction: isAny },
  },
  { table: 'invoices', columns: ['status', 'issued_on', 'paid_on'] },
];

/** Runs as the owner, because the user who writes may see only some of the rows. */
function record({ table, columns, counted = {} }: Recorded): Sql[] {
  const whole = (row: 'old' | 'new'): Sql =>
    sql.join(columns.map((column) => (counted[column] ?? ((each) => each))(sql.ref(`${row}.${column}`))));
  const before = sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(`old.${column}`)]));
  const trigger = (name: string, when: Sql, kept: Sql): Sql[] => [
    sql`
      create function ${sql.id(name)}() returns trigger
      language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        insert into record_changes (tenant_id, client_id, agency_id, record_table, record_id, before)
        values (new.tenant_id, ${partyOf(table, 'client_id')}, ${partyOf(table, 'agency_id')}, ${sql.lit(table)}, new.id, ${kept});
        return null;
      end $$`,
    sql`create trigger ${sql.id(name)} ${when} execute function ${sql.id(name)}()`,
  ];
  return [
    ...trigger(`${table}_appears`, sql`after insert on ${sql.table(table)} for each row`, sql`null`),
    ...trigger(
      `${table}_changes`,
      sql`after update on ${sql.table(table)} for each row
        when ((${whole('old')}) is distinct from (${whole('new')}))`,
      sql`jsonb_build_object(${before})`,
    ),
  ];
}

/** Jobs have no supplier. */
const partyOf = (table: string, column: 'client_id' | 'agency_id'): Sql =>
  table === 'jobs' && column === 'agency_id' ? sql`null` : sql.ref(`new.${column}`);

const protect = (table: string): Sql[] => [
  sql`alter table ${sql.table(table)} enable row level security`,
  sql`alter table ${sql.table(table)} force row level security`,
  sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`,
];

const STATEMENTS: readonly Sql[] = [
  sql`
    create table record_changes (
      id bigint generated always as identity primary key,
      tenant_id uuid not null,
      client_id uuid,
      agency_id uuid,
      record_table text not null,
      record_id uuid not null,
      at timestamptz not null default clock_timestamp(),
      before jsonb
    )`,
  sql`comment on column record_changes.before is 'The columns as they were; null: there was no such record.'`,
  sql`create index record_changes_since on record_changes (tenant_id, record_table, at)`,
  sql`create index record_changes_old on record_changes using brin (at)`,
  ...protect('record_changes'),
  // Read-only, for the parties of the record: only the triggers write these rows.
  sql`
    create policy own_rows on record_changes for select using (tenant_id = (select app_tenant_id())
      and ((select app_organization_type()) = 'VMS' or (select app_organization_id()) in (client_id, agency_id)))`,
  // A supplier sees posted jobs of all facilities.
  sql`
    create policy also_readable on record_changes for select using (tenant_id = (select app_tenant_id())
      and (select app_organization_type()) = 'AGENCY' and record_table = 'jobs'
      and exists (select from jobs j where j.id = record_changes.record_id))`,
  ...RECORDED.flatMap(record),
  sql`
    create function forget_record_changes(until timestamptz) returns void
    language sql security definer set search_path = pg_catalog, public as $$
      delete from record_changes where at < until
    $$`,

  sql`
    create table dashboard_looks (
      user_id uuid primary key references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      -- When the visit before this one ended; changes are shown from then on.
      since timestamptz not null,
      seen_at timestamptz not null
    )`,
  ...protect('dashboard_looks'),
  sql`
    create policy own_rows on dashboard_looks
    using (user_id = (select app_user_id()) and organization_id = (select app_organization_id()))
    with check (user_id = (select app_user_id()) and organization_id = (select app_organization_id()))`,

  sql`create index jobs_closed_on on jobs (tenant_id, closed_on) include (client_id, closure, status) where closed_on is not null`,
  sql`create index invoices_paid_on on invoices (tenant_id, paid_on) where paid_on is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
