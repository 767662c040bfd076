/**
 * A notification that requires an action is settled once its record has left the state that required it, whoever acted:
 * it gets an outcome and no longer counts. Changes of records wait in a queue, so that an action does not lock the
 * sequences of all recipients before its own notifications are sent.
 *
 * A notification also has a `thing`, the key of its record: notifications about the same job, candidate, timesheet and
 * so on are one row in the panel.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** The columns that determine the state of records with actions. */
const TABLES: Readonly<Record<string, readonly [kind: string, columns: readonly string[]]>> = {
  jobs: ['job', ['status']],
  submissions: ['submission', ['status', 'booked_at']],
  assignments: ['assignment', ['status', 'extension_status']],
  compliance_documents: ['document', ['status']],
  timesheets: [
    'timesheet',
    ['facility_status', 'disputed_at', 'dispute_resolved_at', 'invoice_id', 'reverse_invoice_id'],
  ],
};

const watched = Object.entries(TABLES).map(([table, [kind, columns]]) => {
  const row = (name: 'old' | 'new') => sql.join(columns.map((column) => sql.ref(`${name}.${column}`)));
  return sql`
    create trigger ${sql.id(`${table}_settles`)} after update on ${sql.table(table)} for each row
    when ((${row('old')}) is distinct from (${row('new')})) execute function queue_settling(${sql.lit(kind)})`;
});

/** The key of the record, as 'kind:id'. */
const thing = sql`case
  when sub_category_code = 'TASK_DUE' then 'task:' || (content ->> 'entityId')
  when category_code = 'BACK_OFFICE' and sub_category_code like 'INVOICE%' then 'invoice:' || (content ->> 'entityId')
  when category_code = 'BACK_OFFICE' then 'timesheet:' || (content ->> 'entityId')
  when category_code = 'ASSIGNMENTS' then 'assignment:' || (content ->> 'entityId')
  when category_code in ('SUBMISSIONS', 'COMPLIANCE') then 'candidate:' || (content ->> 'candidateId')
  when category_code in ('JOBSORDERS', 'JOB') then 'job:' || (content ->> 'jobId') end`;

/** Adds the outcome to the events that the state functions write. */
const IN_BODIES: readonly (readonly [pattern: string, to: string])[] = [
  [
    `'state', json_build_object\\('read', e\\.is_read,[^;]*?"Z"'\\)\\)`,
    `'state', jsonb_build_object('read', e.is_read, 'done', e.is_done, 'saved', e.is_saved, 'snoozedUntil',
          to_char(e.snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || notification_outcome(e.content_id)`,
  ],
  ['if e\\.is_saved then', `if e.is_saved or notification_outcome(e.content_id) <> '{}' then`],
  ['set is_saved = true where', 'set is_saved = e.is_saved where'],
  [
    `json_build_object\\('read', null, 'done', false, 'saved', true, 'snoozedUntil', null\\)`,
    `jsonb_build_object('read', null, 'done', false, 'saved', e.is_saved, 'snoozedUntil', null) || notification_outcome(e.content_id)`,
  ],
];
const replaced = IN_BODIES.reduce(
  (text, [pattern, to]) => sql`regexp_replace(${text}, ${sql.lit(pattern)}, ${sql.lit(to)})`,
  sql`pg_get_functiondef(p.oid)`,
);

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table notification_contents add column outcome jsonb`,
  sql`comment on column notification_contents.outcome is 'What became of what it asks for; null while it is open, or asks for nothing.'`,
  sql`
    update notification_contents set content = (content::jsonb || jsonb_build_object('thing', ${thing}))::json
    where category_code not in ('BROADCAST', 'COMPANY')`,
  sql`alter table notification_contents add column thing text generated always as (content ->> 'thing') stored`,
  sql`create index notification_contents_thing on notification_contents (thing) where thing is not null`,
  sql`create index notification_contents_entity on notification_contents ((content ->> 'entityId'))`,
  sql`
    create table notification_settling (
      id bigint generated always as identity primary key,
      tenant_id uuid not null,
      record_kind text not null,
      record_id uuid not null
    )`,
  sql`alter table notification_settling enable row level security`,
  sql`alter table notification_settling force row level security`,
  sql`create policy owner_all on notification_settling to current_user using (true) with check (true)`,
  // Managing organizations can read the queue of their program; only the trigger writes it.
  sql`
    create policy own_rows on notification_settling for select using (tenant_id = (select app_tenant_id())
      and (select app_organization_type()) = 'VMS')`,
  sql`
    create function queue_settling() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      insert into notification_settling (tenant_id, record_kind, record_id)
      select new.tenant_id, tg_argv[0], new.id
      where exists (select from notification_contents c where c.content ->> 'entityId' = new.id::text);
      return null;
    end $$`,
  ...watched,
  sql`
    create function notification_settling_due(most integer)
    returns table (queued_id bigint, queued_tenant_id uuid, queued_kind text, queued_record_id uuid)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select q.id, q.tenant_id, q.record_kind, q.record_id from notification_settling q order by q.id limit most
    $$`,
  // Returns false if another node is processing the entry or has processed it.
  sql`
    create function notification_settling_claim(the_id bigint)
    returns boolean
    language sql volatile security definer set search_path = pg_catalog, public as $$
      with mine as (select q.id from notification_settling q where q.id = the_id for update skip locked),
      gone as (delete from notification_settling q using mine where q.id = mine.id returning q.id)
      select exists (select from gone)
    $$`,
  sql`
    create function notification_outcome(the_content uuid)
    returns jsonb language sql stable security definer set search_path = pg_catalog, public as $$
      select coalesce((select jsonb_build_object('settled', c.outcome) from notification_contents c
        where c.id = the_content and c.outcome is not null), '{}')
    $$`,
  /*
   * Settles the record's notifications of the settled kinds with this outcome and reopens those of the open kinds. Each
   * of their readers gets an event: a settled notification counts as read and needs no toast, and its snooze ends for
   * good. A reopened notification, as after an action was undone, is treated as if it had never been settled; only the
   * newest of each kind is reopened. Counters are locked in user order, as by all senders.
   */
  sql`
    create function notification_settle(the_record uuid, open_kinds text[], settled_kinds text[], the_outcome jsonb)
    returns table (told_user_id uuid)
    language plpgsql volatile security definer set search_path = pg_catalog, public as $$
    declare
      touched uuid[];
      w record;
      n notification_counters%rowtype;
      was notification_events%rowtype;
      e notification_events%rowtype;
      at timestamptz;
      change json;
    begin
      with changed as (
        update notification_contents c
        set outcome = case when c.sub_category_code = any (settled_kinds) then the_outcome end
        where c.content ->> 'entityId' = the_record::text and c.tenant_id = app_tenant_id()
          and (c.sub_category_code = any (settled_kinds) and c.outcome is null
            or c.sub_category_code = any (open_kinds) and c.outcome is not null and not exists (
              select from notification_contents later
              where later.content ->> 'entityId' = the_record::text and later.sub_category_code = c.sub_category_code
                and later.created_at > c.created_at))
        returning c.id)
      select array_agg(id) into touched from changed;
      for w in
        select distinct x.user_id, x.content_id from notification_events x
        where x.content_id = any (touched) order by x.user_id, x.content_id
      loop
        select * into n from notification_counters c where c.user_id = w.user_id for update;
        select * into was from notification_events x
        where x.user_id = w.user_id and x.content_id = w.content_id and not x.is_moved;
        continue when not found;
        e := was;
        if notification_outcome(e.content_id) <> '{}' then
          e.is_read := true;
          e.unread_sequence := null;
          e.is_dismissed := true;
          if e.snoozed_until is not null then
            e.snoozed_until := null;
            e.is_done := true;
          end if;
        else
          e.is_read := null;
        end if;
        at := greatest(date_trunc('milliseconds', clock_timestamp()), n.last_at);
        change := json_build_object('changed', json_build_object(
          'id', e.content_id, 'tab', e.tab,
          'date', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'state', jsonb_build_object('read', e.is_read, 'done', e.is_done, 'saved', e.is_saved, 'snoozedUntil',
            to_char(e.snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || notification_outcome(e.content_id),
          'dismissed', e.is_dismissed,
          'listed', (not e.is_done and e.snoozed_until is null)::integer - (not was.is_done and was.snoozed_until is null)::integer,
          'unread', notification_is_unread(e, n.last_read_sequence)::integer - notification_is_unread(was, n.last_read_sequence)::integer,
          'fresh', notification_is_fresh(e, n.looked)::integer - notification_is_fresh(was, n.looked)::integer));
        update notification_events x set
          is_read = e.is_read, unread_sequence = e.unread_sequence, is_done = e.is_done, snoozed_until = e.snoozed_until,
          is_dismissed = e.is_dismissed
        where x.user_id = e.user_id and x.sequence = e.sequence;
        insert into notification_events (user_id, organization_id, sequence, occurred_at, change)
        values (n.user_id, n.organization_id, n.last_sequence + 1, at, change);
        update notification_counters c set last_sequence = n.last_sequence + 1, last_at = at where c.user_id = n.user_id;
        told_user_id := w.user_id;
        return next;
      end loop;
    end $$`,
  sql`
    do $do$
    declare
      f record;
    begin
      for f in
        select ${replaced} as definition from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
          and p.proname in ('notification_set_states', 'notification_wake')
      loop
        execute f.definition;
      end loop;
    end $do$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
