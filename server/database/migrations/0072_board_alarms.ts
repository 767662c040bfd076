/**
 * Alarms of boards: the rules of an organization, the alarms that they raised, and the indexes by which events are
 * counted.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const TABLES: readonly RawBuilder<unknown>[] = [
  sql`
    create table board_alarm_rules (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      name text not null check (name <> ''),
      measure text not null,
      condition text not null check (condition in ('MORE_THAN', 'NONE_FOR')),
      count integer not null check (count >= 0),
      minutes integer not null check (minutes between 1 and 1440),
      days integer[] not null check (cardinality(days) > 0),
      -- 'HH:MM' in the zone; null: all day.
      watched_from text,
      watched_to text,
      time_zone text not null,
      tell uuid[] not null,
      escalate_after integer,
      escalate_to uuid[] not null,
      is_on boolean not null,
      version integer not null default 1,
      created_at timestamptz not null default clock_timestamp(),
      checked_at timestamptz,
      check ((watched_from is null) = (watched_to is null) and watched_from < watched_to)
    )`,
  sql`create index board_alarm_rules_organization on board_alarm_rules (organization_id, created_at)`,
  sql`create index board_alarm_rules_due on board_alarm_rules (checked_at nulls first) where is_on`,
  sql`
    create table board_alarms (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      rule_id uuid not null references board_alarm_rules (id) on delete cascade,
      found integer not null,
      raised_at timestamptz not null,
      acknowledged_by uuid references users (id) on delete set null,
      acknowledged_at timestamptz,
      escalated_at timestamptz,
      cleared_at timestamptz
    )`,
  sql`create unique index board_alarms_open on board_alarms (rule_id) where cleared_at is null`,
  sql`create index board_alarms_organization on board_alarms (organization_id) where cleared_at is null`,
  sql`create index timesheets_submitted_at on timesheets (tenant_id, submitted_at) where submitted_at is not null`,
  sql`create index timesheets_approved_at on timesheets (tenant_id, approved_at) where approved_at is not null`,
  sql`create index timesheets_disputed_at on timesheets (tenant_id, disputed_at) where disputed_at is not null`,
  sql`create index submissions_submitted_at on submissions (tenant_id, submitted_at)`,
  sql`create index compliance_documents_uploaded_at on compliance_documents (tenant_id, uploaded_at) where uploaded_at is not null`,
  sql`create index jobs_posted_at on jobs (tenant_id, posted_at) where posted_at is not null`,
];

/** The due rules of all organizations, each with its organization, on whose behalf it is checked. */
const due = sql`
  create function board_alarms_due(the_moment timestamptz, every interval, most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select r.id, r.organization_id, o.type, o.tenant_id
    from board_alarm_rules r join organizations o on o.id = r.organization_id
    where r.is_on and (r.checked_at is null or r.checked_at <= the_moment - every)
    order by r.checked_at nulls first, r.id limit most
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await statement.execute(db);
  for (const table of ['board_alarm_rules', 'board_alarms']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    await sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`.execute(
      db,
    );
    await sql`
      create policy own_rows on ${sql.table(table)} using (organization_id = (select app_organization_id()))
      with check (organization_id = (select app_organization_id()))`.execute(db);
  }
  await due.execute(db);
  await sql`
    insert into role_permissions (role_id, organization_id, permission)
    select distinct p.role_id, p.organization_id, 'BOARD_ALARMS'
    from role_permissions p join organizations o on o.id = p.organization_id
    where p.permission = case o.type when 'AGENCY' then 'VMS_AGENCY_USER_EDIT' else 'ROLE_EDIT' end
    on conflict do nothing`.execute(db);
}
