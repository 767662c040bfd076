/** Functions that decide who is notified of an event through which channels, and the queue of deliveries. */
import { sql, type RawBuilder } from 'kysely';

/** Dates are shown in milliseconds, so they are stored in milliseconds. */
const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/**
 * The only definition of precedence: a mute suppresses the notification, a follow sends it, then the first matching
 * rule applies, then the preferences. `is_news` is false for the user's own actions. Required kinds are always listed
 * and required mail is always sent: a mute suppresses only their toast and push.
 */
const decide = sql`
  create function notification_decide(
    is_required boolean, is_mail_required boolean, is_news boolean, stance text,
    has_rule boolean, rule_toast text, rule_push boolean, rule_mail text,
    wants boolean, wants_push boolean, wants_mail boolean, mail_mode text)
  returns table (is_told boolean, toast text, is_pushed boolean, mail text)
  language sql immutable as $$
    select t.is_told,
      case when stance = 'MUTE' then 'QUIET' else rule_toast end,
      t.is_told and stance is distinct from 'MUTE' and coalesce(rule_push, wants_push),
      case
        when is_mail_required then coalesce(nullif(case when stance is distinct from 'MUTE' then rule_mail end, 'NONE'), mail_mode)
        when not t.is_told or stance = 'MUTE' then 'NONE'
        else coalesce(rule_mail, case when wants_mail then mail_mode else 'NONE' end) end
    from (select is_required or (is_news and case stance when 'MUTE' then false when 'FOLLOW' then true else has_rule or wants end)
      as is_told) t
  $$`;

/** The more specific a subject, the higher its precedence: a record, then a facility or supplier, then a kind. */
const rank = sql`
  create function notification_subject_rank(subject text)
  returns integer language sql immutable as $$
    select case split_part(subject, ':', 1) when 'kind' then 3 when 'facility' then 2 when 'supplier' then 2 else 1 end
  $$`;

const ruleMatches = sql`
  create function notification_rule_matches(
    kinds text[], facility uuid, supplier uuid, words text,
    the_kind text, the_client uuid, the_agency uuid, the_search_text text)
  returns boolean language sql immutable as $$
    select (cardinality(kinds) = 0 or the_kind = any (kinds))
      and (facility is null or facility is not distinct from the_client)
      and (supplier is null or supplier is not distinct from the_agency)
      and (words = '' or strpos(the_search_text, words) > 0)
  $$`;

/** When a delivery is sent: at once, at the next full hour, or in the morning; never during quiet hours. */
const dueAt = sql`
  create function notification_due_at(at timestamptz, mode text, zone text, morning_at time, quiet_from time, quiet_to time)
  returns timestamptz language plpgsql stable as $$
  declare
    here timestamp := at at time zone zone;
    due timestamptz := at;
    clock time;
  begin
    if mode = 'HOURLY' then
      due := (date_trunc('hour', here) + interval '1 hour') at time zone zone;
    elsif mode = 'MORNING' then
      due := (here::date + case when here::time < morning_at then 0 else 1 end + morning_at) at time zone zone;
    end if;
    if quiet_from is null then
      return due;
    end if;
    here := due at time zone zone;
    clock := here::time;
    if (case when quiet_from < quiet_to then clock >= quiet_from and clock < quiet_to
      else clock >= quiet_from or clock < quiet_to end)
    then
      due := (here::date + case when clock < quiet_to then 0 else 1 end + quiet_to) at time zone zone;
    end if;
    return due;
  end $$`;

/**
 * Notifies everyone an event concerns. Returns the recipients. An event concerns the enabled users of the audience's
 * organizations who hold one of the permissions (all users if none is given); `notification_decide` determines what
 * each of them gets. Recipients whose toast a rule makes sticky, or a rule or mute suppresses, get separate contents.
 * Counters are locked in user order, so that two calls wait for each other instead of deadlocking.
 */
const send = sql`
  create function notification_send(
    the_category text, the_sub_category text, the_tab text, the_content json, the_search_text text, the_subjects text[],
    the_audience text, the_client uuid, the_agency uuid, the_person uuid, the_permissions text[], the_actor uuid,
    is_required boolean, is_email_required boolean, is_default boolean, is_default_for text[], is_all_default boolean,
    is_mobile boolean, the_config text)
  returns table (recipient_id uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_tenant constant uuid := app_tenant_id();
    the_caller constant uuid := app_organization_id();
    plain_id constant uuid := gen_random_uuid();
    sticky_id constant uuid := gen_random_uuid();
    quiet_id constant uuid := gen_random_uuid();
  begin
    if the_tenant is null or the_caller is null or not coalesce(case the_audience
      when 'ORGANIZATION' then true
      when 'PERSON' then the_person is not null
      when 'PARTIES' then the_caller in (the_tenant, the_client, the_agency)
      when 'SUPPLIERS' then the_caller in (the_tenant, the_client)
      when 'PROGRAM' then the_caller = the_tenant
      else false end, false)
    then
      raise insufficient_privilege using message = 'only a party to what happened can notify others of it';
    end if;

    return query
    with concerned as (
      select u.id, u.organization_id,
        u.id is distinct from the_actor or coalesce(p.all_notification, is_all_default) as is_news,
        coalesce(p.notification, is_default or coalesce(u.agency_user_type = any (is_default_for), false)) as wants,
        coalesce(p.email_notification, false) as wants_mail, coalesce(p.is_mail_refused, false) as refuses_mail,
        is_mobile and coalesce(p.mobile_notification, false) as wants_push
      from users u
      join organizations o on o.id = u.organization_id
      left join notification_preferences p on p.user_id = u.id and p.sub_category_code = the_sub_category
      where u.disabled_at is null
        and o.tenant_id = the_tenant
        and case the_audience
          when 'ORGANIZATION' then o.id = the_caller
          when 'PERSON' then o.id = the_caller and u.id = the_person
          when 'PARTIES' then o.id in (the_tenant, the_client, the_agency)
          when 'SUPPLIERS' then o.id in (the_tenant, the_client) or o.type = 'AGENCY'
          else true end
        and (the_config is null or the_config = any (o.notification_configs))
        and (cardinality(the_permissions) = 0 or exists (
          select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
          where ur.user_id = u.id and rp.permission = any (the_permissions)))
    ), planned as materialized (
      select c.id, c.organization_id, d.is_told, d.toast, d.is_pushed, d.mail, s.quiet_from, s.quiet_to,
        coalesce(s.time_zone, 'UTC') as time_zone,
        coalesce(s.morning_at, '07:00') as morning_at,
        case d.toast when 'STICKY' then sticky_id when 'QUIET' then quiet_id else plain_id end as content_id
      from concerned c
      left join notification_settings s on s.user_id = c.id
      left join lateral (
        select case when f.is_muted then 'MUTE' else 'FOLLOW' end as stance from notification_follows f
        where f.user_id = c.id and f.subject = any (the_subjects)
        order by notification_subject_rank(f.subject), f.is_muted limit 1) f on true
      left join lateral (
        select true as is_there, r.toast, r.push, r.mail from notification_rules r
        where r.user_id = c.id and notification_rule_matches(
          r.kinds, r.facility_id, r.supplier_id, r.words, the_sub_category, the_client, the_agency, the_search_text)
        order by r.position limit 1) r on true
      cross join lateral notification_decide(
        is_required, is_email_required, c.is_news, f.stance, coalesce(r.is_there, false), r.toast, r.push,
        case when c.refuses_mail then 'NONE' else r.mail end, c.wants, c.wants_push, c.wants_mail and not c.refuses_mail, coalesce(s.mail_mode, 'AT_ONCE')) d
      where d.is_told or d.mail <> 'NONE'
    ), written as (
      insert into notification_contents (
        id, tenant_id, category_code, sub_category_code, content, search_text, client_id, agency_id)
      select v.id, the_tenant, the_category, the_sub_category,
        case when v.changes is null then the_content else (the_content::jsonb || v.changes)::json end,
        the_search_text, the_client, the_agency
      from (values (plain_id, null::jsonb), (sticky_id, '{"stickyNotification": true}'),
        (quiet_id, '{"stickyNotification": false, "quiet": true}')) as v (id, changes)
      where exists (select from planned p where p.content_id = v.id)
    ), delivered as (
      insert into notification_deliveries (
        user_id, organization_id, content_id, channel, device_id, mode, is_held, next_attempt_at)
      select w.id, w.organization_id, w.content_id, w.channel, w.device_id, w.mode, w.due > now() and w.mode = 'AT_ONCE', w.due
      from (
        select p.id, p.organization_id, p.content_id, x.channel, x.device_id, x.mode,
          notification_due_at(now(), x.mode, p.time_zone, p.morning_at, p.quiet_from, p.quiet_to) as due
        from planned p cross join lateral (
          select 'MAIL' as channel, null::uuid as device_id, p.mail as mode where p.mail <> 'NONE'
          union all
          select 'PUSH', d.id, 'AT_ONCE' from push_devices d where p.is_pushed and d.user_id = p.id and d.gone_at is null) x
      ) w
    ), counted as (
      insert into notification_counters as n (user_id, organization_id, last_sequence, last_at)
      select p.id, p.organization_id, 1, ${now} from planned p where p.is_told order by p.id
      on conflict (user_id) do update set
        last_sequence = n.last_sequence + 1,
        last_at = greatest(${now}, n.last_at, n.last_read_at + interval '1 millisecond')
      returning n.user_id, n.organization_id, n.last_sequence, n.last_at
    )
    insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab, is_sticky)
    select c.user_id, c.organization_id, c.last_sequence, c.last_at, p.content_id, the_tab,
      case p.toast when 'STICKY' then true when 'QUIET' then false
        else coalesce(the_content ->> 'stickyNotification', '') = 'true' end
    from counted c join planned p on p.id = c.user_id
    returning user_id;
  end $$`;

/**
 * Claims due pushes for as long as an attempt may last; after that, another node or a restarted one claims them again.
 */
const claimPushes = sql`
  create function notification_claim_pushes(most integer, lease_seconds double precision)
  returns table (
    delivery_id bigint, attempt integer, encrypted_subscription bytea, content_id uuid, content json, is_gone boolean)
  language sql volatile security definer set search_path = pg_catalog, public as $$
    update notification_deliveries d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    from push_devices p, notification_contents c, users u
    where d.id in (
        select w.id from notification_deliveries w
        where w.channel = 'PUSH' and w.status in ('PENDING', 'FAILED') and w.mail_id is null and w.next_attempt_at <= now()
        order by w.next_attempt_at limit most for update skip locked)
      and p.id = d.device_id and c.id = d.content_id and u.id = d.user_id
    returning d.id, d.attempts, p.encrypted_subscription, c.id, c.content,
      p.gone_at is not null or u.disabled_at is not null
  $$`;

/**
 * Records the outcome of an attempt. An attempt that was overtaken by a later one counts only if it was sent. `GONE`
 * gives up all deliveries that wait for the device.
 */
const finishPush = sql`
  create function notification_finish_push(
    the_delivery bigint, the_attempt integer, the_outcome text, the_problem text, retry_seconds double precision)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_device uuid;
  begin
    update notification_deliveries d set
      status = case the_outcome when 'GONE' then 'GIVEN_UP' else the_outcome end,
      problem = the_problem,
      next_attempt_at = case the_outcome when 'FAILED' then now() + make_interval(secs => retry_seconds) else d.next_attempt_at end,
      done_at = case the_outcome when 'FAILED' then null else clock_timestamp() end
    where d.id = the_delivery and d.status in ('PENDING', 'FAILED')
      and (d.attempts = the_attempt or the_outcome = 'SENT')
    returning d.device_id into the_device;
    if the_outcome = 'GONE' and the_device is not null then
      update push_devices set gone_at = coalesce(gone_at, clock_timestamp()) where id = the_device;
      update notification_deliveries d set status = 'GIVEN_UP', problem = the_problem, done_at = clock_timestamp()
      where d.device_id = the_device and d.status in ('PENDING', 'FAILED');
    end if;
  end $$`;

/**
 * The due mail deliveries of users whom no other node is processing. Locks these users until the transaction ends and
 * reads their deliveries afterwards, so that a delivery another node has just queued is no longer due.
 */
const dueMails = sql`
  create function notification_due_mails(most_people integer)
  returns table (
    delivery_id bigint, user_id uuid, organization_id uuid, email text, organization_name text, theme text, contact text,
    mode text, is_held boolean, kind text, content_id uuid, content json, occurred_at timestamptz, time_zone text,
    is_disabled boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    people uuid[];
  begin
    select array_agg(l.id) into people from (
      select u.id from users u
      where u.id in (
        select d.user_id from notification_deliveries d
        where d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null and d.next_attempt_at <= now())
      order by u.id limit most_people for no key update skip locked) l;
    return query
    select d.id, d.user_id, d.organization_id, u.email, o.name, o.theme, o.footer_email, d.mode, d.is_held,
      c.sub_category_code, c.id, c.content, d.created_at, coalesce(s.time_zone, 'UTC'), u.disabled_at is not null
    from notification_deliveries d
    join users u on u.id = d.user_id
    join organizations o on o.id = u.organization_id
    join notification_contents c on c.id = d.content_id
    left join notification_settings s on s.user_id = u.id
    where d.user_id = any (people) and d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null
      and d.next_attempt_at <= now()
    order by d.user_id, d.id;
  end $$`;

/**
 * Queues one mail for these deliveries, which have its outcome from then on. Without a mail server (`is_outbox`), they
 * count as sent at once, because mail is shown in the outbox.
 */
const queueMail = sql`
  create function notification_queue_mail(
    the_deliveries bigint[], the_user uuid, the_subject bytea, the_text bytea, the_html bytea, the_unsubscribe bytea,
    is_outbox boolean)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_mail uuid;
    queued integer;
  begin
    insert into mail_outbox (
      organization_id, user_id, recipient, encrypted_subject, encrypted_text, encrypted_html, encrypted_unsubscribe)
    select u.organization_id, u.id, u.email, the_subject, the_text, the_html, the_unsubscribe from users u where u.id = the_user
    returning id into the_mail;
    update notification_deliveries d set mail_id = the_mail,
      status = case when is_outbox then 'SENT' else d.status end,
      done_at = case when is_outbox then clock_timestamp() end
    where d.id = any (the_deliveries) and d.user_id = the_user and d.mail_id is null;
    get diagnostics queued = row_count;
    if queued <> cardinality(the_deliveries) then
      raise exception 'another mail has these notifications already';
    end if;
  end $$`;

const dropMails = sql`
  create function notification_drop_mails(the_deliveries bigint[], the_problem text)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    update notification_deliveries set status = 'GIVEN_UP', problem = the_problem, done_at = clock_timestamp()
    where id = any (the_deliveries) and mail_id is null
  $$`;

const claimMail = sql`
  create function access_claim_mail(most integer)
  returns table (
    id uuid, recipient text, encrypted_subject bytea, encrypted_text bytea, encrypted_html bytea,
    encrypted_unsubscribe bytea, attempts integer)
  language sql volatile security definer set search_path = pg_catalog, public as $$
    update mail_outbox m
    set attempts = m.attempts + 1,
      next_attempt_at = now() + least(interval '10 minutes', interval '5 seconds' * power(2, m.attempts))
    where m.id in (
      select w.id from mail_outbox w
      where w.sent_at is null and w.given_up_at is null and w.next_attempt_at <= now()
      order by w.next_attempt_at limit most for update skip locked
    )
    returning m.id, m.recipient, m.encrypted_subject, m.encrypted_text, m.encrypted_html, m.encrypted_unsubscribe, m.attempts
  $$`;

const finishMail = sql`
  create or replace function access_finish_mail(wanted_id uuid, problem text, give_up boolean)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    update mail_outbox m set
      last_error = $2,
      sent_at = case when $2 is null then now() end,
      given_up_at = case when give_up then now() end,
      encrypted_subject = case when $2 is null or give_up then null else m.encrypted_subject end,
      encrypted_text = case when $2 is null or give_up then null else m.encrypted_text end,
      encrypted_html = case when $2 is null or give_up then null else m.encrypted_html end,
      encrypted_unsubscribe = case when $2 is null or give_up then null else m.encrypted_unsubscribe end
    where m.id = wanted_id;
    update notification_deliveries d set
      status = case when $2 is null then 'SENT' when give_up then 'GIVEN_UP' else 'FAILED' end,
      attempts = d.attempts + 1,
      problem = $2,
      done_at = case when $2 is null or give_up then clock_timestamp() end
    where d.mail_id = wanted_id;
  $$`;

/** Nothing more is sent to a device once its user has signed out or its session has been ended for good. */
const forgetDevices = sql`
  create function forget_push_devices() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
  begin
    update push_devices set gone_at = clock_timestamp() where session_id = new.id and gone_at is null;
    return null;
  end $$`;
const onSessionEnd = sql`
  create trigger sessions_forget_devices after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null and new.end_reason in (
    'signed_out', 'password_changed', 'revoked', 'ended_elsewhere', 'ended_by_administrator'))
  execute function forget_push_devices()`;

/**
 * Registers the browser at this endpoint for the caller, even if it was another user's: the last user who enabled
 * pushes there receives them.
 */
const keepDevice = sql`
  create function notification_keep_device(
    the_session uuid, the_endpoint_hash bytea, the_subscription bytea, the_name text, most integer)
  returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_id uuid;
  begin
    if app_user_id() is null or not exists (
      select from sessions s where s.id = the_session and s.user_id = app_user_id() and s.ended_at is null)
    then
      raise insufficient_privilege using message = 'a device belongs to a session of the caller';
    end if;
    update push_devices d set gone_at = clock_timestamp()
    where d.endpoint_hash = the_endpoint_hash and d.gone_at is null and d.user_id <> app_user_id();
    insert into push_devices as d (user_id, organization_id, session_id, endpoint_hash, encrypted_subscription, name)
    values (app_user_id(), app_organization_id(), the_session, the_endpoint_hash, the_subscription, the_name)
    on conflict (endpoint_hash) where gone_at is null do update set session_id = the_session, encrypted_subscription = the_subscription,
      name = the_name
    returning d.id into the_id;
    update push_devices d set gone_at = clock_timestamp() where d.user_id = app_user_id() and d.gone_at is null and d.id in (
      select x.id from push_devices x where x.user_id = app_user_id() and x.gone_at is null
      order by x.created_at desc offset most);
    return the_id;
  end $$`;

/**
 * Links the device to the caller's session in the same browser, so that signing out also removes the device. If the
 * device was another user's, that user receives nothing more on it.
 */
const meetDevice = sql`
  create function notification_meet_device(the_session uuid, the_device uuid)
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    update push_devices d set
      session_id = case when d.user_id = app_user_id() then the_session else d.session_id end,
      gone_at = case when d.user_id = app_user_id() then null else clock_timestamp() end
    where d.id = the_device and d.gone_at is null and app_user_id() is not null
      and (d.user_id <> app_user_id() or d.session_id is distinct from the_session)
      and exists (select from sessions s where s.id = the_session and s.user_id = app_user_id() and s.ended_at is null)
  $$`;

/**
 * Stops or resumes mail about these kinds for the user of a signed link, who need not be signed in, because preferences
 * belong to the user. Returns the user's address, or no row if there is no such user.
 */
const refuseMail = sql`
  create function notification_refuse_mail(the_user uuid, the_kinds text[], is_refused boolean, defaults jsonb)
  returns table (email text)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    insert into notification_preferences as p (
      user_id, organization_id, sub_category_code, notification, email_notification, mobile_notification, all_notification,
      is_mail_refused)
    select u.id, u.organization_id, k,
      (defaults -> k ->> 'notification')::boolean
        or coalesce((defaults -> k -> 'onFor') ? u.agency_user_type, false),
      false, false, (defaults -> k ->> 'all')::boolean, is_refused
    from users u cross join unnest(the_kinds) k where u.id = the_user
    on conflict (user_id, sub_category_code) do update set is_mail_refused = excluded.is_mail_refused;
    return query select u.email from users u where u.id = the_user;
  end $$`;

export const NOTIFICATION_CHANNEL_FUNCTIONS: readonly RawBuilder<unknown>[] = [
  decide,
  rank,
  ruleMatches,
  dueAt,
  sql`
    drop function notification_send(
      text, text, text, json, text, text, uuid, uuid, uuid, text[], uuid, boolean, boolean, boolean, text[], boolean, text,
      bytea, bytea)`,
  send,
  claimPushes,
  finishPush,
  dueMails,
  queueMail,
  dropMails,
  sql`drop function access_claim_mail(integer)`,
  claimMail,
  finishMail,
  forgetDevices,
  onSessionEnd,
  keepDevice,
  meetDevice,
  refuseMail,
];
