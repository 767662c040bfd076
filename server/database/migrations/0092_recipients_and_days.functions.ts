/** Functions of notifications, alarms and broadcasts, which now skip deactivated organizations. */
import { sql, type RawBuilder } from 'kysely';

/** Dates are shown in milliseconds, so they are stored in milliseconds. */
const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/**
 * Notifies everyone an event concerns. Returns the recipients. An event concerns the enabled users of the audience's
 * active organizations who hold one of the permissions (all users if none is given); `notification_decide` determines
 * what each of them gets. Recipients whose toast a rule makes sticky, or a rule or mute suppresses, get separate
 * contents. Counters are locked in user order, so that two calls wait for each other instead of deadlocking. Recipients
 * are always found by a generic plan.
 */
const send = sql`
  create or replace function notification_send(
    the_category text, the_sub_category text, the_tab text, the_content json, the_search_text text, the_subjects text[],
    the_audience text, the_client uuid, the_agency uuid, the_person uuid, the_permissions text[], the_actor uuid,
    is_required boolean, is_email_required boolean, is_default boolean, is_default_for text[], is_all_default boolean,
    is_mobile boolean, the_config text)
  returns table (recipient_id uuid)
  language plpgsql volatile security definer
  set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
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
      where u.disabled_at is null and o.disabled_at is null
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

/** How many people a company notification would reach, before it is sent. */
const companyReach = sql`
  create or replace function company_notification_reach(the_audience text, is_default boolean)
  returns integer
  language sql stable security definer set search_path = pg_catalog, public as $$
    select count(*)::integer
    from users u
    join organizations o on o.id = u.organization_id
    left join notification_preferences p on p.user_id = u.id and p.sub_category_code = 'COMPANY'
    where u.disabled_at is null and o.disabled_at is null and o.tenant_id = app_tenant_id()
      and (o.id = app_organization_id() or (the_audience = 'PROGRAM' and app_organization_id() = app_tenant_id()))
      and coalesce(p.notification, is_default)
  $$`;

/**
 * Claims due pushes for as long as an attempt may last; after that, another node or a restarted one claims them again.
 */
const claimPushes = sql`
  create or replace function notification_claim_pushes(most integer, lease_seconds double precision)
  returns table (
    delivery_id bigint, attempt integer, encrypted_subscription bytea, content_id uuid, content json, is_gone boolean)
  language sql volatile security definer set search_path = pg_catalog, public as $$
    update notification_deliveries d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    from push_devices p, notification_contents c, users u, organizations o
    where d.id in (
        select w.id from notification_deliveries w
        where w.channel = 'PUSH' and w.status in ('PENDING', 'FAILED') and w.mail_id is null and w.next_attempt_at <= now()
        order by w.next_attempt_at limit most for update skip locked)
      and p.id = d.device_id and c.id = d.content_id and u.id = d.user_id and o.id = u.organization_id
    returning d.id, d.attempts, p.encrypted_subscription, c.id, c.content,
      p.gone_at is not null or u.disabled_at is not null or o.disabled_at is not null
  $$`;

/**
 * The due mail deliveries of users whom no other node is processing. Locks these users until the transaction ends and
 * reads their deliveries afterwards, so that a delivery another node has just queued is no longer due.
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
  begin
    select array_agg(l.id) into people from (
      select u.id from users u
      where u.id in (
        select d.user_id from notification_deliveries d
        where d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null and d.next_attempt_at <= now())
      order by u.id limit most_people for no key update skip locked) l;
    return query
    select d.id, d.user_id, d.organization_id, u.email, o.name, o.theme, o.footer_email, d.mode, d.is_held,
      c.sub_category_code, c.id, c.content, d.created_at, coalesce(s.time_zone, 'UTC'),
      u.disabled_at is not null or o.disabled_at is not null
    from notification_deliveries d
    join users u on u.id = d.user_id
    join organizations o on o.id = u.organization_id
    join notification_contents c on c.id = d.content_id
    left join notification_settings s on s.user_id = u.id
    where d.user_id = any (people) and d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null
      and d.next_attempt_at <= now()
    order by d.user_id, d.id;
  end $$`;

/** A rule whose last check lies far in the future was checked by a node with a wrong clock, so it is due as well. */
const dueAlarms = sql`
  create or replace function board_alarms_due(the_moment timestamptz, every interval, most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select r.id, r.organization_id, o.type, o.tenant_id
    from board_alarm_rules r join organizations o on o.id = r.organization_id
    where r.is_on and o.disabled_at is null
      and (r.checked_at is null or r.checked_at <= the_moment - every or r.checked_at > the_moment + every)
    order by r.checked_at nulls first, r.id limit most
  $$`;

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
      insert into mail_outbox (organization_id, user_id, recipient, encrypted_subject, encrypted_text)
      select t.organization_id, t.user_id, t.email, the_mail_subject, the_mail_text from told t
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

/** The number of users whom a reminder reaches. */
const waiting = sql`
  create or replace function broadcast_waiting(the_broadcast uuid)
  returns integer language sql stable security definer set search_path = pg_catalog, public as $$
    select count(*)::integer from broadcast_recipients r
    join users u on u.id = r.user_id join organizations o on o.id = u.organization_id
    where r.broadcast_id = the_broadcast and r.sender_id = app_organization_id()
      and r.accepted_at is null and u.disabled_at is null and o.disabled_at is null
  $$`;

/** By organization: how many users have not accepted, the first of their names, and the administrators to notify. */
const overdueIn = sql`
  create or replace function broadcast_overdue_in(the_broadcast uuid, most_names integer)
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
      and r.accepted_at is null and u.disabled_at is null and o.disabled_at is null
    group by o.id, o.name order by o.name, o.id
  $$`;

export const ACTIVE_ORGANIZATIONS_ONLY: readonly RawBuilder<unknown>[] = [
  send,
  companyReach,
  claimPushes,
  dueMails,
  dueAlarms,
  remind,
  waiting,
  overdueIn,
];
