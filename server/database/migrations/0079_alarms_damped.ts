/**
 * Alarm rules can be limited to one facility; a fluctuating condition raises only one alarm; the text of an alarm is
 * kept when its rule is changed or removed.
 */
import { sql, type Kysely } from 'kysely';

/** Existing alarms get their name and text from their rules. */
const saidUntilNow = sql`
  update board_alarms a set name = r.name, text = case r.condition
    when 'NONE_FOR' then 'No ' || w.one || ' was ' || w.done || ' for ' || r.minutes || ' min.'
    else a.found || ' ' || w.many || ' were ' || w.done || ' within ' || r.minutes || ' min, more than ' || r.count || '.' end
  from board_alarm_rules r join (values
    ('TIMESHEET_SUBMITTED', 'timesheet', 'timesheets', 'submitted'),
    ('TIMESHEET_APPROVED', 'timesheet', 'timesheets', 'approved'),
    ('TIMESHEET_DISPUTED', 'timesheet', 'timesheets', 'disputed'),
    ('SUBMISSION_CREATED', 'candidate', 'candidates', 'submitted'),
    ('DOCUMENT_UPLOADED', 'document', 'documents', 'uploaded'),
    ('DOCUMENT_REVIEWED', 'document', 'documents', 'reviewed'),
    ('JOB_POSTED', 'job', 'jobs', 'posted')) as w (measure, one, many, done) on w.measure = r.measure
  where r.id = a.rule_id`;

/** A rule whose last check lies far in the future was checked by a node with a wrong clock, so it is due as well. */
const due = sql`
  create or replace function board_alarms_due(the_moment timestamptz, every interval, most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select r.id, r.organization_id, o.type, o.tenant_id
    from board_alarm_rules r join organizations o on o.id = r.organization_id
    where r.is_on and (r.checked_at is null or r.checked_at <= the_moment - every or r.checked_at > the_moment + every)
    order by r.checked_at nulls first, r.id limit most
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table board_alarm_rules
      add column facility_id uuid references organizations (id),
      add column calm_minutes integer not null default 5 check (calm_minutes between 0 and 1440)`.execute(db);
  await sql`alter table board_alarm_rules alter column calm_minutes drop default`.execute(db);
  await sql`
    alter table board_alarms
      add column name text,
      add column text text,
      -- Since when its rule has not been true any more; null while it is.
      add column calm_since timestamptz,
      alter column rule_id drop not null,
      drop constraint board_alarms_rule_id_fkey,
      add constraint board_alarms_rule_id_fkey foreign key (rule_id) references board_alarm_rules (id) on delete set null`.execute(
    db,
  );
  await saidUntilNow.execute(db);
  await sql`alter table board_alarms alter column name set not null, alter column text set not null`.execute(db);
  await sql`
    create index board_alarms_past on board_alarms (organization_id, raised_at desc, id desc) where cleared_at is not null
  `.execute(db);
  await due.execute(db);
}
