/**
 * An assignment keeps the day until which an extension is asked for, and a submission the day of its interview. An
 * extension that was asked for is counted with those that are due. A push of what was settled in the meantime is not
 * sent. Rules for a facility also match the candidates who match its jobs, although it is no party to that.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/** The day in the note of the latest event of that action on the row `x` of that table. */
const noted = (table: string, action: string, before: string): Sql => sql`(
  select substring(e.reason from ${sql.lit(`^${before} (\\d{4}-\\d{2}-\\d{2})$`)})::date from record_events e
  where e.record_id = x.id and e.record_table = ${sql.lit(table)} and e.action = ${sql.lit(action)}
  order by e.id desc limit 1)`;

const DAYS: readonly Sql[] = [
  sql`alter table assignments add column extension_until date`,
  sql`comment on column assignments.extension_until is 'The last day that an extension is asked for; null: none is.'`,
  sql`alter table submissions add column interview_on date`,
  sql`comment on column submissions.interview_on is
    'The day of the interview; null: none is scheduled, or it was before days were kept.'`,
  sql`
    update assignments x set extension_until = ${noted('assignments', 'requestExtension', 'Until')}
    where x.extension_status = 'REQUESTED'`,
  sql`
    update submissions x set interview_on = ${noted('submissions', 'interview', 'Interview on')}
    where x.id in (select e.record_id from record_events e where e.record_table = 'submissions' and e.action = 'interview')`,
];

/** The value of the tally is still 'DUE', for both. */
const BOTH_COUNTED: readonly Sql[] = [
  sql`
    do $do$
    declare
      f regprocedure;
      watching text;
    begin
      for f in
        select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
          and (p.proname like 'assignment\\_days\\_on\\_%' or p.proname = 'rebuild_tallies')
      loop
        execute replace(
          pg_get_functiondef(f), $q$.extension_status = 'DUE'$q$, $q$.extension_status in ('DUE', 'REQUESTED')$q$);
      end loop;
      select pg_get_triggerdef(t.oid) into strict watching from pg_trigger t where t.tgname = 'assignment_days_on_update';
      drop trigger assignment_days_on_update on assignments;
      execute replace(
        watching, $q$.extension_status = 'DUE'::text$q$, $q$.extension_status in ('DUE', 'REQUESTED')$q$);
    end $do$`,
  // Moves those that were counted as not due.
  sql`
    insert into assignment_days_queue (
      tenant_id, client_id, agency_id, ended_on, status, extension_status, compliance_percent, documents_due, n)
    select a.tenant_id, a.client_id, a.agency_id, a.ended_on, a.status, moved.extension_status,
      case when a.status not in ('ACTIVE', 'BOOKED') or a.compliance_percent <= 24 then 0
        when a.compliance_percent <= 50 then 25 when a.compliance_percent <= 75 then 51
        when a.compliance_percent <= 99 then 76 else 100 end,
      case when a.status in ('ACTIVE', 'BOOKED') then least(a.documents_due, 1) else 0 end, moved.n
    from assignments a cross join (values (null, -1), ('DUE', 1)) moved (extension_status, n)
    where a.extension_status = 'REQUESTED'`,
];

/**
 * Claims due pushes for as long as an attempt may last; after that, another node or a restarted one claims them again.
 * Those of what was settled in the meantime are given up, and those that would ring in quiet hours wait for the end of
 * these.
 */
const claimPushes = sql`
  create or replace function notification_claim_pushes(most integer, lease_seconds double precision)
  returns table (
    delivery_id bigint, attempt integer, encrypted_subscription bytea, content_id uuid, content json, is_gone boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    due bigint[];
  begin
    loop
      select array_agg(l.id) into due from (
        select w.id from notification_deliveries w
        where w.channel = 'PUSH' and w.status in ('PENDING', 'FAILED') and w.mail_id is null and w.next_attempt_at <= now()
        order by w.next_attempt_at limit most for update skip locked) l;
      update notification_deliveries d set
        status = 'GIVEN_UP', problem = 'It was settled before it was sent.', done_at = clock_timestamp()
      from notification_contents c
      where d.id = any (due) and c.id = d.content_id and c.outcome is not null;
      continue when found;
      exit when not notification_hold(due);
    end loop;
    return query
    update notification_deliveries d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    from push_devices p, notification_contents c, users u, organizations o
    where d.id = any (due)
      and p.id = d.device_id and c.id = d.content_id and u.id = d.user_id and o.id = u.organization_id
    returning d.id, d.attempts, p.encrypted_subscription, c.id, c.content,
      p.gone_at is not null or u.disabled_at is not null or o.disabled_at is not null;
  end $$`;

/** Rules see the facility among the subjects. */
const facilityOfSubjects = sql`
  do $do$
  begin
    execute replace(
      pg_get_functiondef('notification_send'::regproc),
      'the_sub_category, the_client, the_agency, the_search_text)',
      $q$the_sub_category,
          coalesce(the_client, (
            select substr(s.subject, 10)::uuid from unnest(the_subjects) s (subject) where s.subject like 'facility:%')),
          the_agency, the_search_text)$q$);
  end $do$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...DAYS, ...BOTH_COUNTED, claimPushes, facilityOfSubjects]) await statement.execute(db);
}
