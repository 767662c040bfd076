/**
 * Each record has a version, and each change of its visible columns is stored as an event: time, actor, and the columns
 * before and after. Actions compare the version first, so that users do not overwrite changes they have not seen.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

interface Recorded {
  readonly columns: readonly string[];
  /** The name of the actor if none of our users acts: taken from the row, depending on its new state. */
  readonly by?: Sql;
  readonly client: Sql;
  readonly agency: Sql;
}

const PARTIES = { client: sql`new.client_id`, agency: sql`new.agency_id` };
const NOBODY = sql`null::uuid`;

/** Excludes counters that the database maintains and values computed from other records. */
const RECORDED: Readonly<Record<string, Recorded>> = {
  jobs: {
    columns: [
      'status',
      'closure',
      'hot',
      'shift',
      'minutes_per_week',
      'start_date',
      'end_date',
      'openings',
      'openings_filled',
      'bill_rate_min_cents',
      'bill_rate_max_cents',
      'posted_at',
      'closed_at',
      'closing_reason',
    ],
    client: PARTIES.client,
    agency: NOBODY,
  },
  candidates: {
    columns: [
      'first_name',
      'last_name',
      'email',
      'phone',
      'city',
      'state',
      'license_state',
      'compact_license',
      'profession_id',
      'specialty_id',
      'years_of_experience',
      'available_from',
      'recruiter_name',
    ],
    client: NOBODY,
    agency: PARTIES.agency,
  },
  submissions: {
    columns: [
      'status',
      'requested_rate_cents',
      'available_from',
      'recruiter_name',
      'interviewed_at',
      'booked_at',
      'closing_reason',
    ],
    ...PARTIES,
  },
  assignments: {
    columns: [
      'status',
      'planned_start',
      'actual_start',
      'pushed_reason',
      'planned_end',
      'ended_on',
      'end_reason',
      'ended_by',
      'extensions',
      'extension_status',
      'extension_decision_due',
      'converted_on',
      'conversion_fee_cents',
      'shift',
      'minutes_per_week',
      'bill_rate_cents',
      'pay_rate_cents',
      'files_completed_at',
      'rating',
      'rehire',
    ],
    ...PARTIES,
  },
  compliance_documents: {
    columns: [
      'status',
      'due_on',
      'uploaded_at',
      'uploaded_by',
      'reviewed_at',
      'reviewed_by',
      'times_declined',
      'decline_reason',
      'issued_on',
      'expires_on',
    ],
    by: sql`case when new.status in ('APPROVED', 'DECLINED') then new.reviewed_by
      when new.status = 'PENDING_REVIEW' then new.uploaded_by end`,
    ...PARTIES,
  },
  timesheets: {
    columns: [
      'facility_status',
      'supplier_status',
      'scheduled_minutes',
      'regular_minutes',
      'overtime_minutes',
      'holiday_minutes',
      'on_call_minutes',
      'miles',
      'expense_cents',
      'bill_cents',
      'submitted_at',
      'submitted_by',
      'approved_at',
      'approved_by',
      'finalized_at',
      'disputed_at',
      'dispute_reason',
      'dispute_resolved_at',
      'correction',
      'invoice_id',
      'reverse_invoice_id',
    ],
    by: sql`case when new.approved_at is distinct from old.approved_at then new.approved_by
      when new.submitted_at is distinct from old.submitted_at then new.submitted_by end`,
    ...PARTIES,
  },
  invoices: {
    columns: [
      'status',
      'adjustment_cents',
      'total_cents',
      'purchase_order',
      'due_on',
      'good_pay_on',
      'paid_on',
      'paid_cents',
      'remittance_number',
    ],
    ...PARTIES,
  },
  facilities: {
    columns: ['name', 'health_system', 'city', 'state', 'time_zone', 'beds'],
    client: sql`new.id`,
    agency: NOBODY,
  },
  suppliers: {
    columns: ['name', 'tier', 'city', 'state', 'fee_basis_points', 'joined_on'],
    client: NOBODY,
    agency: sql`new.id`,
  },
};

function record(table: string, { columns, by = sql`null::text`, client, agency }: Recorded): Sql[] {
  const row = (name: 'old' | 'new'): Sql => sql.join(columns.map((column) => sql.ref(`${name}.${column}`)));
  const event = sql.id(`${table}_event`);
  return [
    sql`alter table ${sql.table(table)} add column version integer not null default 1`,
    sql`
      create trigger ${sql.id(`${table}_version`)} before update on ${sql.table(table)} for each row
      when ((${row('old')}) is distinct from (${row('new')})) execute function next_version()`,
    // Runs as the owner, because the user who writes may see only some of the rows.
    sql`
      create function ${event}() returns trigger
      language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        insert into record_events
          (tenant_id, client_id, agency_id, record_table, record_id, version, actor_id, actor, action, reason, changes)
        select new.tenant_id, ${client}, ${agency}, ${sql.lit(table)}, new.id, new.version, who.id,
          coalesce(who.name, ${by}), app_text('app.action'), app_text('app.reason'),
          record_changes_between(to_jsonb(old), to_jsonb(new), array[${sql.join(columns.map((each) => sql.lit(each)))}])
        from (select app_user_id() as id) caller
        left join lateral (select u.id, u.first_name || ' ' || u.last_name as name from users u where u.id = caller.id) who
          on true;
        return null;
      end $$`,
    sql`
      create trigger ${event} after update on ${sql.table(table)} for each row
      when (old.version is distinct from new.version) execute function ${event}()`,
  ];
}

const STATEMENTS: readonly Sql[] = [
  sql`
    create table record_events (
      id bigint generated always as identity primary key,
      tenant_id uuid not null,
      client_id uuid,
      agency_id uuid,
      record_table text not null,
      record_id uuid not null,
      version integer not null,
      at timestamptz not null default now(),
      actor_id uuid,
      actor text,
      action text,
      reason text,
      changes jsonb not null
    )`,
  sql`comment on column record_events.version is 'Of the record, after it.'`,
  sql`comment on column record_events.actor is 'The name of who did it, as it was then; null: the system.'`,
  sql`comment on column record_events.action is 'The setting app.action of the transaction; null where none was named.'`,
  sql`comment on column record_events.reason is 'The setting app.reason of the transaction.'`,
  sql`comment on column record_events.changes is 'Column to what it was and what it became.'`,
  sql`create index record_events_of on record_events (record_id, id)`,
  sql`alter table record_events enable row level security`,
  sql`alter table record_events force row level security`,
  sql`create policy owner_all on record_events to current_user using (true) with check (true)`,
  // Read-only, for the parties of the record: only the triggers write these rows.
  sql`
    create policy own_rows on record_events for select using (tenant_id = (select app_tenant_id())
      and ((select app_organization_type()) = 'VMS' or (select app_organization_id()) in (client_id, agency_id)))`,
  // A supplier sees posted jobs of all facilities, a facility the candidates who were submitted to it.
  sql`
    create policy also_readable on record_events for select using (tenant_id = (select app_tenant_id())
      and case record_table
        when 'jobs' then (select app_organization_type()) = 'AGENCY'
          and exists (select from jobs j where j.id = record_events.record_id)
        when 'candidates' then (select app_organization_type()) = 'CLIENT'
          and exists (select from candidates c where c.id = record_events.record_id)
        when 'facilities' then (select app_organization_type()) = 'AGENCY'
        when 'suppliers' then (select app_organization_type()) = 'CLIENT'
        else false end)`,
  sql`
    create function next_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`,
  sql`
    create function app_text(setting text) returns text language sql stable as $$
      select nullif(current_setting(setting, true), '')
    $$`,
  sql`
    create function record_changes_between(before jsonb, after jsonb, columns text[]) returns jsonb
    language sql immutable as $$
      select coalesce(jsonb_object_agg(name, jsonb_build_array(before -> name, after -> name)), '{}'::jsonb)
      from unnest(columns) name where before -> name is distinct from after -> name
    $$`,
  ...Object.entries(RECORDED).flatMap(([table, recorded]) => record(table, recorded)),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
