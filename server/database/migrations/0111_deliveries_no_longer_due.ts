/**
 * What is no longer wanted is not sent: pushes and mail of a broadcast that has ended, those of kinds that a person turns
 * off, and mail that would come too late. However much that is, what is still wanted is sent soon, and mail about the
 * account first. Notifications are mailed to the address that the person has now. Pages learn which notifications came
 * back from a snooze.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Dates are shown in milliseconds, so they are stored in milliseconds. */
const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/** How many a claim looks at once it has found some that are not to be sent now: many of a broadcast end together. */
const MANY = sql.lit(500);

/** A claim ends, and so keeps what it has done, long before the time limit of a statement. */
const hasTakenLong = sql`clock_timestamp() > statement_timestamp() + interval '1 second'`;

const COLUMNS: readonly Sql[] = [
  sql`alter table mail_outbox add column broadcast_id uuid`,
  sql`comment on column mail_outbox.broadcast_id is
    'The broadcast that it is a reminder of; null: it is none. It is given up if that has ended.'`,
  sql`comment on column mail_outbox.useful_until is
    'It is not sent later, such as a code that has expired; null: it is always of use.'`,
  sql`drop index mail_outbox_waiting`,
  sql`
    create index mail_outbox_waiting on mail_outbox (is_notification, next_attempt_at)
    where sent_at is null and given_up_at is null`,
];

const hasEnded = sql`
  create function broadcast_has_ended(the_broadcast uuid)
  returns boolean language sql stable set search_path = pg_catalog, public as $$
    select exists (
      select from broadcasts b where b.id = the_broadcast and (b.status = 'CANCELLED' or b.ends_at <= now()))
  $$`;

/**
 * Whether it asks to accept a broadcast that has ended. The notifications about those who have not accepted one have no
 * frequency, and are sent even then.
 */
const contentHasEnded = sql`
  create function notification_has_ended(the_kind text, the_content json)
  returns boolean language sql stable set search_path = pg_catalog, public as $$
    select broadcast_has_ended(case
      when the_kind in ('BROADCAST', 'RELEASE_NOTES') and the_content ->> 'displayFrequency' is not null
      then (the_content ->> 'entityId')::uuid end)
  $$`;

/** Those of these deliveries that were neither given up nor held. */
const stillDue = sql`
  create function notification_still_due(the_deliveries bigint[])
  returns bigint[] language sql stable set search_path = pg_catalog, public as $$
    select array_agg(d.id) from notification_deliveries d
    where d.id = any (the_deliveries) and d.status in ('PENDING', 'FAILED') and d.next_attempt_at <= now()
  $$`;

/**
 * Claims due pushes for as long as an attempt may last; after that, another node or a restarted one claims them again.
 * Those of what was settled or has ended in the meantime are given up, and those that would ring in quiet hours wait for
 * the end of these.
 */
const claimPushes = sql`
  create or replace function notification_claim_pushes(most integer, lease_seconds double precision)
  returns table (
    delivery_id bigint, attempt integer, encrypted_subscription bytea, content_id uuid, content json, is_gone boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    due bigint[];
    window_size integer := most;
    is_changed boolean;
  begin
    loop
      select array_agg(l.id) into due from (
        select w.id from notification_deliveries w
        where w.channel = 'PUSH' and w.status in ('PENDING', 'FAILED') and w.mail_id is null and w.next_attempt_at <= now()
        order by w.next_attempt_at limit window_size for update skip locked) l;
      update notification_deliveries d set status = 'GIVEN_UP', done_at = clock_timestamp(),
        problem = case when c.outcome is null then 'The broadcast has ended.' else 'It was settled before it was sent.' end
      from notification_contents c
      where d.id = any (due) and c.id = d.content_id
        and (c.outcome is not null or notification_has_ended(c.sub_category_code, c.content));
      is_changed := found;
      due := notification_still_due(due);
      is_changed := notification_hold(due) or is_changed;
      exit when not is_changed or ${hasTakenLong};
      window_size := greatest(most, ${MANY});
    end loop;
    due := notification_still_due(due);
    return query
    update notification_deliveries d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    from push_devices p, notification_contents c, users u, organizations o
    where d.id in (
        select w.id from notification_deliveries w where w.id = any (due)
        order by w.next_attempt_at limit most)
      and p.id = d.device_id and c.id = d.content_id and u.id = d.user_id and o.id = u.organization_id
    returning d.id, d.attempts, p.encrypted_subscription, c.id, c.content,
      p.gone_at is not null or u.disabled_at is not null or o.disabled_at is not null;
  end $$`;

/**
 * The due mail deliveries of users whom no other node is processing. Locks these users until the transaction ends and
 * reads their deliveries afterwards, so that a delivery another node has just queued is no longer due. Those that the user
 * stopped or whose broadcast has ended in the meantime are given up, and those that would be sent in quiet hours wait for
 * the end of these.
 */
const dueMails = sql`
  create or replace function notification_due_mails(most_people integer)
  returns table (
    delivery_id bigint, user_id uuid, organization_id uuid, email text, organization_name text, theme text, contact text,
    mode text, is_held boolean, kind text, content_id uuid, content json, occurred_at timestamptz, time_zone text,
    is_disabled boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    people uuid[];
    due bigint[];
    window_size integer := most_people;
    is_changed boolean;
  begin
    loop
      select array_agg(l.id) into people from (
        select u.id from users u
        where u.id in (
          select d.user_id from notification_deliveries d
          where d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null and d.next_attempt_at <= now())
        order by u.id limit window_size for no key update skip locked) l;
      select array_agg(d.id) into due from notification_deliveries d
      where d.user_id = any (people) and d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null
        and d.next_attempt_at <= now();
      update notification_deliveries d set status = 'GIVEN_UP', done_at = clock_timestamp(),
        problem = case when notification_has_ended(c.sub_category_code, c.content) then 'The broadcast has ended.'
          else 'You stopped these emails.' end
      from notification_contents c
      where d.id = any (due) and c.id = d.content_id
        and (notification_has_ended(c.sub_category_code, c.content) or exists (
          select from notification_preferences p
          where p.user_id = d.user_id and p.sub_category_code = c.sub_category_code and p.is_mail_refused));
      is_changed := found;
      due := notification_still_due(due);
      is_changed := notification_hold(due) or is_changed;
      exit when not is_changed or ${hasTakenLong};
      window_size := greatest(most_people, ${MANY});
    end loop;
    due := notification_still_due(due);
    return query
    select d.id, d.user_id, d.organization_id, u.email, o.name, o.theme, o.footer_email, d.mode, d.is_held,
      c.sub_category_code, c.id, c.content, d.created_at, coalesce(s.time_zone, 'UTC'),
      u.disabled_at is not null or o.disabled_at is not null
    from notification_deliveries d
    join users u on u.id = d.user_id
    join organizations o on o.id = u.organization_id
    join notification_contents c on c.id = d.content_id
    left join notification_settings s on s.user_id = u.id
    where d.id = any (due) and d.user_id in (
      select w.user_id from notification_deliveries w where w.id = any (due)
      group by w.user_id order by w.user_id limit most_people)
    order by d.user_id, d.id;
  end $$`;

/**
 * Claims due mails for longer than an attempt takes: a mail server has 10 seconds for each of its about ten answers, and a
 * name server 30. After that, another node or a restarted one claims them again. Mail that is no longer of use,
 * notifications of a deactivated account and those only of broadcasts that have ended are given up. Notifications that
 * would arrive in quiet hours wait for the end of these, and are sent to the current address; mail about the account is
 * sent first, to the address it was written for.
 */
const claimMail = sql`
  create or replace function access_claim_mail(most integer)
  returns table (
    id uuid, recipient text, encrypted_subject bytea, encrypted_text bytea, encrypted_html bytea,
    encrypted_unsubscribe bytea, attempts integer)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    due uuid[];
    window_size integer := most;
    is_changed boolean;
  begin
    loop
      select array_agg(l.id) into due from (
        select w.id from mail_outbox w
        where w.sent_at is null and w.given_up_at is null and w.next_attempt_at <= now()
        order by w.is_notification, w.next_attempt_at limit window_size for update skip locked) l;
      perform access_finish_mail(w.id, x.problem, true)
      from mail_outbox w join users u on u.id = w.user_id join organizations o on o.id = w.organization_id
      cross join lateral (
        select case
          when w.is_notification and (u.disabled_at is not null or o.disabled_at is not null)
            then 'The account is deactivated.'
          when broadcast_has_ended(w.broadcast_id) or (
            select bool_and(notification_has_ended(c.sub_category_code, c.content))
            from notification_deliveries d join notification_contents c on c.id = d.content_id where d.mail_id = w.id)
            then 'The broadcast has ended.'
          when w.useful_until <= now() then 'It was too late to be of use.' end as problem) x
      where w.id = any (due) and x.problem is not null;
      is_changed := found;
      update mail_outbox m set next_attempt_at = notification_after_quiet(m.user_id, now())
      where m.id = any (due) and m.is_notification and m.given_up_at is null
        and notification_after_quiet(m.user_id, now()) > now();
      is_changed := found or is_changed;
      update notification_deliveries d set next_attempt_at = m.next_attempt_at
      from mail_outbox m
      where m.id = any (due) and m.given_up_at is null and d.mail_id = m.id and m.next_attempt_at > now();
      exit when not is_changed or ${hasTakenLong};
      window_size := greatest(most, ${MANY});
    end loop;
    return query
    update mail_outbox m set attempts = m.attempts + 1, next_attempt_at = now() + interval '5 minutes',
      recipient = case when m.is_notification then u.email else m.recipient end
    from users u
    where u.id = m.user_id and m.id in (
      select w.id from mail_outbox w
      where w.id = any (due) and w.given_up_at is null and w.next_attempt_at <= now()
      order by w.is_notification, w.next_attempt_at limit most)
    returning m.id, m.recipient, m.encrypted_subject, m.encrypted_text, m.encrypted_html, m.encrypted_unsubscribe, m.attempts;
  end $$`;

/**
 * Reminds all recipients who have not accepted, once per request, by a notification and a mail. Returns no row if the
 * broadcast is not the caller's organization's or has ended. `is_new` is false if this request was already handled or a
 * reminder was sent recently.
 */
const remind = sql`
  create or replace function broadcast_remind(
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
      update broadcast_recipients r set reminded_at = at from users u join organizations o on o.id = u.organization_id
      where r.broadcast_id = b.id and r.accepted_at is null and u.id = r.user_id
        and u.disabled_at is null and o.disabled_at is null
      returning r.user_id, u.organization_id, u.email
    ), mailed as (
      insert into mail_outbox (
        organization_id, user_id, recipient, encrypted_subject, encrypted_text, is_notification, broadcast_id, next_attempt_at)
      select t.organization_id, t.user_id, t.email, the_mail_subject, the_mail_text, true, b.id,
        notification_after_quiet(t.user_id, now())
      from told t
    )
    select coalesce(array_agg(t.user_id), '{}') into waiting from told t;
    insert into broadcast_reminders (broadcast_id, organization_id, request_id, reminded_by, people, created_at)
    values (b.id, b.organization_id, the_request, app_user_id(), cardinality(waiting), at);
    if cardinality(waiting) > 0 then
      perform notification_deliver(
        b.tenant_id, case when b.release_notes then 'RELEASE_NOTES' else 'BROADCAST' end, the_content, the_search_text, waiting,
        is_mailed_anyway => true);
    end if;
    return query select true, true, cardinality(waiting), at, waiting;
  end $$`;

/** A push to a device that is gone locks the device before the deliveries that wait for it, so these do, too. */
const lockDevices = sql`
      perform from push_devices p
      where p.id in (
        select d.device_id from notification_deliveries d
        where d.user_id = app_user_id() and d.status = 'PENDING' and d.attempts = 0 and d.device_id is not null)
      order by p.id for no key update`;

/**
 * Gives up what waits for its first attempt of kinds whose email, or whose pushes, the caller has just turned off, unless a
 * rule or a follow still asks for it. A facility that is not a party is not stored with a notification, so any rule or
 * follow of one keeps that. Locks the caller, as those who write mail do.
 */
const stopWaiting = sql`
  create function notification_stop_waiting(mail_kinds text[], push_kinds text[])
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    perform from users u where u.id = app_user_id() for no key update;
    if cardinality(push_kinds) > 0 then
      ${lockDevices};
    end if;
    update notification_deliveries d set status = 'GIVEN_UP', done_at = clock_timestamp(),
      problem = case d.channel when 'MAIL' then 'You stopped these emails.' else 'You stopped these pushes.' end
    from notification_contents c, notification_preferences p
    where d.user_id = app_user_id() and d.status = 'PENDING' and d.attempts = 0 and d.mail_id is null
      and c.id = d.content_id and p.user_id = d.user_id and p.sub_category_code = c.sub_category_code
      and c.sub_category_code = any (case d.channel when 'MAIL' then mail_kinds else push_kinds end)
      and not coalesce((
        select case d.channel when 'MAIL' then r.mail <> 'NONE' else coalesce(r.push, p.mobile_notification) end
        from notification_rules r
        where r.user_id = d.user_id and notification_rule_matches(
          r.kinds, case when c.client_id is not null then r.facility_id end, r.supplier_id, r.words,
          c.sub_category_code, c.client_id, c.agency_id, c.search_text)
        order by r.position limit 1), false)
      and not (d.channel = 'PUSH' and p.mobile_notification and exists (
        select from notification_follows f
        where f.user_id = d.user_id and not f.is_muted and (f.subject = 'kind:' || c.sub_category_code
          or f.subject like 'facility:%' and c.client_id is null
          or split_part(f.subject, ':', 2) in (c.client_id::text, c.agency_id::text, c.content ->> 'entityId',
            c.content ->> 'jobId', c.content ->> 'candidateId'))));
  end $$`;

/** As 0109, but it also locks the devices, as a push to one that is gone does. */
const reschedule = sql`
  create or replace function notification_reschedule()
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    perform from users u where u.id = app_user_id() for no key update;
    ${lockDevices};
    update notification_deliveries d set
      next_attempt_at = w.due,
      is_held = d.is_held or w.due > now() and d.mode = 'AT_ONCE'
    from (
      select x.id, notification_due_at(x.created_at, x.mode, s.time_zone, s.morning_at, s.quiet_from, s.quiet_to) as due
      from notification_deliveries x join notification_settings s on s.user_id = x.user_id
      where x.user_id = app_user_id() and x.status = 'PENDING' and x.attempts = 0 and x.mail_id is null) w
    where d.id = w.id and d.status = 'PENDING' and d.attempts = 0 and d.mail_id is null;
  end $$`;

/** As 0087, with the numbers of those that came back from a snooze; null: none did. */
const eventsAfter = sql`
  create function notification_events_after(wanted_ids uuid[], after_sequences bigint[], most integer)
  returns table (events jsonb, places json, content text, returned jsonb)
  language sql stable security definer
  set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
    select s.events, json_agg(s.place), case when jsonb_array_length(s.events) = 1 then (
      select c.content::text from notification_contents c where c.id = (s.events -> 0 ->> 2)::uuid) end, s.returned
    from (
      select w.place, jsonb_agg(
        case when e.change is null then jsonb_build_array(e.sequence - w.after, e.occurred_at, e.content_id)
        else jsonb_build_array(e.sequence - w.after, e.occurred_at, null, e.change) end order by e.sequence) as events,
        jsonb_agg(e.sequence - w.after order by e.sequence) filter (where e.is_returned) as returned
      from unnest(wanted_ids, after_sequences) with ordinality as w (id, after, place)
      cross join lateral (
        select n.sequence, n.occurred_at, n.content_id, n.change, n.is_returned from notification_events n
        where n.user_id = w.id and n.sequence > w.after order by n.sequence limit most
      ) e
      group by w.place
    ) s
    group by s.events, s.returned
  $$`;

const STATEMENTS: readonly Sql[] = [
  ...COLUMNS,
  hasEnded,
  contentHasEnded,
  stillDue,
  claimPushes,
  dueMails,
  claimMail,
  remind,
  stopWaiting,
  reschedule,
  sql`drop function notification_events_after(uuid[], bigint[], integer)`,
  eventsAfter,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
