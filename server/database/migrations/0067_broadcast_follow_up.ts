/**
 * Follow-up of broadcasts: when each recipient was first shown a broadcast, who was reminded, the deadline for
 * acceptance, and who is notified of those who have missed it.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const now = sql`date_trunc('milliseconds', clock_timestamp())`;

const TABLES: readonly RawBuilder<unknown>[] = [
  sql`
    alter table broadcasts
      add column accept_by timestamptz,
      -- Who is told after it: those who may send broadcasts, the administrators of those who have not accepted.
      add column escalate_to text[] not null default '{}'
        check (escalate_to <@ array['SENDERS', 'ADMINISTRATORS']),
      add column escalated_at timestamptz,
      -- How many had not accepted then.
      add column overdue_people integer,
      add check (accept_by is not null or cardinality(escalate_to) = 0)`,
  sql`
    create index broadcasts_overdue on broadcasts (accept_by)
    where accept_by is not null and escalated_at is null and status = 'SENT'`,
  sql`alter table broadcast_recipients add column shown_at timestamptz, add column reminded_at timestamptz`,
  sql`update broadcast_recipients set shown_at = accepted_at where accepted_at is not null`,
  sql`create index broadcast_recipients_waiting on broadcast_recipients (broadcast_id) where accepted_at is null`,
  sql`
    create table broadcast_reminders (
      id uuid primary key default gen_random_uuid(),
      broadcast_id uuid not null references broadcasts (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      request_id uuid not null,
      reminded_by uuid references users (id) on delete set null,
      people integer not null,
      created_at timestamptz not null,
      unique (broadcast_id, request_id)
    )`,
  sql`alter table broadcast_reminders enable row level security`,
  sql`alter table broadcast_reminders force row level security`,
  sql`create policy owner_all on broadcast_reminders to current_user using (true) with check (true)`,
  // Only the function below writes these rows.
  sql`
    create policy own_rows on broadcast_reminders for select
    using (organization_id = (select app_organization_id()))`,
];

/** A reminder is also shown to users who are already signed in, not only at the next sign-in. */
const pending = sql`
  create or replace function broadcast_pending(the_session uuid)
  returns table (
    entity_id uuid, tenant_id uuid, subject text, template text, display_frequency text, document_name text,
    sticky boolean, release_notes boolean, force_logout boolean, sent_at timestamptz, sender text)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select b.id, b.tenant_id, b.subject, b.template, b.display_frequency, d.file_name,
      b.sticky, b.release_notes, b.force_logout, b.sent_at, o.name
    from broadcast_recipients r
    join broadcasts b on b.id = r.broadcast_id
    join organizations o on o.id = b.organization_id
    join sessions s on s.id = the_session and s.user_id = r.user_id
    left join broadcast_documents d on d.id = b.document_id
    where r.user_id = app_user_id() and b.status = 'SENT' and (b.ends_at is null or b.ends_at > now())
      and case
        when r.reminded_at is not null and r.accepted_at is null then true
        when b.display_frequency = 'IMMEDIATE' then r.accepted_at is null
        when b.display_frequency = 'NEXT_LOGIN' then r.accepted_at is null and s.created_at > b.sent_at
        else s.created_at > b.sent_at and not exists (
          select from broadcast_views v where v.broadcast_id = b.id and v.session_id = the_session) end
    order by b.sent_at, b.id limit 200
  $$`;

/** Records that these broadcasts were shown to the caller. Returns those that are shown for the first time. */
const shown = sql`
  create function broadcast_shown(the_broadcasts uuid[])
  returns table (shown_broadcast uuid)
  language sql volatile security definer set search_path = pg_catalog, public as $$
    update broadcast_recipients r set shown_at = ${now}
    where r.broadcast_id = any (the_broadcasts) and r.user_id = app_user_id() and r.shown_at is null
    returning r.broadcast_id
  $$`;

/** The same for notifications sent to open sockets, where immediate broadcasts open by themselves. */
const shownLive = sql`
  create function broadcast_shown_live(the_contents uuid[], the_users uuid[])
  returns table (shown_broadcast uuid)
  language sql volatile security definer set search_path = pg_catalog, public as $$
    update broadcast_recipients r set shown_at = ${now}
    from notification_contents c
    where c.id = any (the_contents) and c.content ->> 'displayFrequency' = 'IMMEDIATE'
      and r.broadcast_id = (c.content ->> 'entityId')::uuid and r.user_id = any (the_users) and r.shown_at is null
    returning r.broadcast_id
  $$`;

/** The users of the sending organization who have the page of one of these broadcasts open. */
const watchers = sql`
  create function broadcast_watchers(the_broadcasts uuid[])
  returns table (watched_broadcast uuid, watching uuid[])
  language sql stable security definer set search_path = pg_catalog, public as $$
    select w.record_id, array_agg(w.user_id)
    from record_watches w
    join broadcasts b on b.id = w.record_id
    join users u on u.id = w.user_id and u.organization_id = b.organization_id
    where w.record_id = any (the_broadcasts) and w.until > now()
    group by w.record_id
  $$`;

/**
 * As before, with the time it was shown and a filter by words of the name or the organization; `found` counts all
 * pages.
 */
const recipients = sql`
  create function broadcast_recipients_found(
    the_broadcast uuid, only_accepted boolean, the_words text[], after_rows integer, most integer)
  returns table (
    name text, user_name text, organization_name text, shown_at timestamptz, reminded_at timestamptz,
    accepted_at timestamptz, found integer)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select u.last_name || ', ' || u.first_name, u.user_name, o.name, r.shown_at, r.reminded_at, r.accepted_at,
      (count(*) over ())::integer
    from broadcast_recipients r join users u on u.id = r.user_id join organizations o on o.id = r.organization_id
    where r.broadcast_id = the_broadcast and r.sender_id = app_organization_id()
      and (only_accepted is null or (r.accepted_at is not null) = only_accepted)
      and not exists (
        select from unnest(the_words) w
        where strpos(fold_text(concat_ws(' ', u.first_name, u.last_name, u.user_name, o.name)), fold_text(w)) = 0)
    order by o.name, u.last_name, u.first_name, u.id offset after_rows limit most
  $$`;

/**
 * Reminds all recipients who have not accepted, once per request, by a notification and a mail. Returns no row if the
 * broadcast is not the caller's organization's or has ended. `is_new` is false if this request was already handled or a
 * reminder was sent recently.
 */
const remind = sql`
  create function broadcast_remind(
    the_broadcast uuid, the_request uuid, the_content json, the_search_text text,
    the_mail_subject bytea, the_mail_text bytea, not_within interval)
  returns table (is_new boolean, is_mine boolean, people integer, reminded_at timestamptz, reminded uuid[])
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    b broadcasts%rowtype;
    last broadcast_reminders%rowtype;
    waiting uuid[];
    at constant timestamptz := ${now};
  begin
    select * into b from broadcasts x
    where x.id = the_broadcast and x.organization_id = app_organization_id() and x.status = 'SENT'
      and (x.ends_at is null or x.ends_at > at)
    for update;
    if not found then
      return;
    end if;
    select * into last from broadcast_reminders x where x.broadcast_id = b.id and x.request_id = the_request;
    if found then
      return query select false, true, last.people, last.created_at, '{}'::uuid[];
      return;
    end if;
    select * into last from broadcast_reminders x where x.broadcast_id = b.id order by x.created_at desc limit 1;
    if found and last.created_at > at - not_within then
      return query select false, false, last.people, last.created_at, '{}'::uuid[];
      return;
    end if;
    with told as (
      update broadcast_recipients r set reminded_at = at from users u
      where r.broadcast_id = b.id and r.accepted_at is null and u.id = r.user_id and u.disabled_at is null
      returning r.user_id, u.organization_id, u.email
    ), mailed as (
      insert into mail_outbox (organization_id, user_id, recipient, encrypted_subject, encrypted_text)
      select t.organization_id, t.user_id, t.email, the_mail_subject, the_mail_text from told t
    )
    select coalesce(array_agg(t.user_id), '{}') into waiting from told t;
    insert into broadcast_reminders (broadcast_id, organization_id, request_id, reminded_by, people, created_at)
    values (b.id, b.organization_id, the_request, app_user_id(), cardinality(waiting), at);
    if cardinality(waiting) > 0 then
      perform notification_deliver(b.tenant_id, 'BROADCAST', the_content, the_search_text, waiting);
    end if;
    return query select true, true, cardinality(waiting), at, waiting;
  end $$`;

/** The broadcasts of all organizations whose deadline has passed and that have not been escalated yet. */
const overdue = sql`
  create function broadcast_overdue(most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select b.id, b.organization_id, o.type, o.tenant_id
    from broadcasts b join organizations o on o.id = b.organization_id
    where b.status = 'SENT' and b.accept_by <= now() and b.escalated_at is null and (b.ends_at is null or b.ends_at > now())
    order by b.accept_by, b.id limit most
  $$`;

/** The number of users whom a reminder reaches. */
const waiting = sql`
  create function broadcast_waiting(the_broadcast uuid)
  returns integer language sql stable security definer set search_path = pg_catalog, public as $$
    select count(*)::integer from broadcast_recipients r join users u on u.id = r.user_id
    where r.broadcast_id = the_broadcast and r.sender_id = app_organization_id()
      and r.accepted_at is null and u.disabled_at is null
  $$`;

/** By organization: how many users have not accepted, the first of their names, and the administrators to notify. */
const overdueIn = sql`
  create function broadcast_overdue_in(the_broadcast uuid, most_names integer)
  returns table (organization_id uuid, organization_name text, people integer, names text[], administrators uuid[])
  language sql stable security definer set search_path = pg_catalog, public as $$
    select o.id, o.name, count(*)::integer,
      (array_agg(u.first_name || ' ' || u.last_name order by u.last_name, u.first_name, u.id))[1:most_names],
      array(
        select distinct a.id from users a join user_roles ur on ur.user_id = a.id
        join role_permissions p on p.role_id = ur.role_id
        where a.organization_id = o.id and a.disabled_at is null
          and p.permission = case o.type when 'AGENCY' then 'VMS_AGENCY_USER_EDIT' else 'USER_EDIT' end)
    from broadcast_recipients r join users u on u.id = r.user_id join organizations o on o.id = r.organization_id
    where r.broadcast_id = the_broadcast and r.sender_id = app_organization_id()
      and r.accepted_at is null and u.disabled_at is null
    group by o.id, o.name order by o.name, o.id
  $$`;

/** The users of the caller's organization who may send broadcasts. */
const senders = sql`
  create function broadcast_senders()
  returns uuid[] language sql stable security definer set search_path = pg_catalog, public as $$
    select array(
      select distinct u.id from users u join user_roles ur on ur.user_id = u.id
      join role_permissions p on p.role_id = ur.role_id
      where u.organization_id = app_organization_id() and u.disabled_at is null and p.permission = 'BROADCAST_SEND')
  $$`;

/** Claims the escalation; returns false if another node was first or the deadline was changed. */
const claimEscalation = sql`
  create function broadcast_claim_escalation(the_broadcast uuid, the_people integer)
  returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    update broadcasts b set escalated_at = ${now}, overdue_people = the_people
    where b.id = the_broadcast and b.organization_id = app_organization_id() and b.status = 'SENT'
      and b.accept_by <= now() and b.escalated_at is null;
    return found;
  end $$`;

/**
 * Sends the escalation of the caller's broadcast, only to users of the sending organization and of its recipients'
 * organizations.
 */
const escalate = sql`
  create function broadcast_escalate(the_broadcast uuid, the_content json, the_search_text text, the_users uuid[])
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_tenant uuid;
    allowed uuid[];
  begin
    select b.tenant_id into the_tenant from broadcasts b
    where b.id = the_broadcast and b.organization_id = app_organization_id() and b.escalated_at is not null;
    if not found then
      raise insufficient_privilege using message = 'only the sender of a broadcast can escalate it';
    end if;
    select array(
      select u.id from users u
      where u.id = any (the_users) and (u.organization_id = app_organization_id() or exists (
        select from broadcast_recipients r where r.broadcast_id = the_broadcast and r.organization_id = u.organization_id)))
    into allowed;
    if cardinality(allowed) > 0 then
      perform notification_deliver(the_tenant, 'BROADCAST', the_content, the_search_text, allowed);
    end if;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await statement.execute(db);
  await pending.execute(db);
  await sql`drop function broadcast_recipients_of(uuid, boolean, integer, integer)`.execute(db);
  for (const made of [shown, shownLive, watchers, recipients, waiting, remind]) await made.execute(db);
  for (const made of [overdue, overdueIn, senders, claimEscalation, escalate]) await made.execute(db);
}
