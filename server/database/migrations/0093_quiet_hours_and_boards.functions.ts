/** Functions of deliveries, which also respect quiet hours after a delay, and of contents, which share an id per event. */
import { sql, type RawBuilder } from 'kysely';

/** Dates are shown in milliseconds, so they are stored in milliseconds. */
const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/** This moment, or the end of the quiet hours of the user in which it is. */
const afterQuiet = sql`
  create function notification_after_quiet(the_user uuid, the_moment timestamptz)
  returns timestamptz language sql stable set search_path = pg_catalog, public as $$
    select coalesce((
      select notification_due_at(the_moment, 'AT_ONCE', s.time_zone, s.morning_at, s.quiet_from, s.quiet_to)
      from notification_settings s where s.user_id = the_user and s.quiet_from is not null), the_moment)
  $$`;

/** Lets those of these deliveries wait whose user has quiet hours now. Returns whether there are any. */
const hold = sql`
  create function notification_hold(the_deliveries bigint[])
  returns boolean language plpgsql volatile set search_path = pg_catalog, public as $$
  begin
    update notification_deliveries d set next_attempt_at = notification_after_quiet(d.user_id, now()), is_held = true
    where d.id = any (the_deliveries) and notification_after_quiet(d.user_id, now()) > now();
    return found;
  end $$`;

/**
 * Claims due pushes for as long as an attempt may last; after that, another node or a restarted one claims them again.
 * Those that would ring in quiet hours wait for the end of these.
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

/**
 * Records the outcome of an attempt; the next one is not in quiet hours. An attempt that was overtaken by a later one
 * counts only if it was sent. `GONE` gives up all deliveries that wait for the device.
 */
const finishPush = sql`
  create or replace function notification_finish_push(
    the_delivery bigint, the_attempt integer, the_outcome text, the_problem text, retry_seconds double precision)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_device uuid;
  begin
    update notification_deliveries d set
      status = case the_outcome when 'GONE' then 'GIVEN_UP' else the_outcome end,
      problem = the_problem,
      next_attempt_at = case the_outcome
        when 'FAILED' then notification_after_quiet(d.user_id, now() + make_interval(secs => retry_seconds))
        else d.next_attempt_at end,
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
 * reads their deliveries afterwards, so that a delivery another node has just queued is no longer due. Those that would
 * be sent in quiet hours wait for the end of these.
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
    loop
      select array_agg(l.id) into people from (
        select u.id from users u
        where u.id in (
          select d.user_id from notification_deliveries d
          where d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null and d.next_attempt_at <= now())
        order by u.id limit most_people for no key update skip locked) l;
      exit when not notification_hold(array(
        select d.id from notification_deliveries d
        where d.user_id = any (people) and d.channel = 'MAIL' and d.status in ('PENDING', 'FAILED') and d.mail_id is null
          and d.next_attempt_at <= now()));
    end loop;
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

/**
 * Notifies everyone an event concerns. Returns the recipients. An event concerns the enabled users of the audience's
 * active organizations who hold one of the permissions (all users if none is given); `notification_decide` determines
 * what each of them gets. Recipients whose toast a rule makes sticky, or a rule or mute suppresses, get separate
 * contents with one shared id. Counters are locked in user order, so that two calls wait for each other instead of
 * deadlocking. Recipients are always found by a generic plan.
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
        id, tenant_id, category_code, sub_category_code, content, search_text, client_id, agency_id, shared_id)
      select v.id, the_tenant, the_category, the_sub_category,
        case when v.changes is null then the_content else (the_content::jsonb || v.changes)::json end,
        the_search_text, the_client, the_agency, nullif(first_value(v.id) over (), v.id)
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
 * Notifies these users of a required event: it is always listed, and `notification_decide` determines the other
 * channels. Recipients whose toast a rule makes sticky, or a rule or mute suppresses, get separate contents with one
 * shared id. Counters are locked in user order, so that two calls wait for each other instead of deadlocking. Only
 * functions that have checked the caller may call it.
 */
const deliver = sql`
  create or replace function notification_deliver(
    the_tenant uuid, the_sub_category text, the_content json, the_search_text text, the_users uuid[],
    is_mailed_anyway boolean default false)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    plain_id constant uuid := gen_random_uuid();
    sticky_id constant uuid := gen_random_uuid();
    quiet_id constant uuid := gen_random_uuid();
  begin
    with planned as materialized (
      select u.id, u.organization_id, d.toast, d.is_pushed, s.quiet_from, s.quiet_to,
        case when is_mailed_anyway then 'NONE' else d.mail end as mail,
        coalesce(s.time_zone, 'UTC') as time_zone,
        coalesce(s.morning_at, '07:00') as morning_at,
        case d.toast when 'STICKY' then sticky_id when 'QUIET' then quiet_id else plain_id end as content_id
      from users u
      left join notification_preferences p on p.user_id = u.id and p.sub_category_code = the_sub_category
      left join notification_settings s on s.user_id = u.id
      left join lateral (
        select case when f.is_muted then 'MUTE' else 'FOLLOW' end as stance from notification_follows f
        where f.user_id = u.id and f.subject = 'kind:' || the_sub_category) f on true
      left join lateral (
        select true as is_there, r.toast, r.push, r.mail from notification_rules r
        where r.user_id = u.id and notification_rule_matches(
          r.kinds, r.facility_id, r.supplier_id, r.words, the_sub_category, null, null, the_search_text)
        order by r.position limit 1) r on true
      cross join lateral notification_decide(
        true, false, true, f.stance, coalesce(r.is_there, false), r.toast, r.push,
        case when p.is_mail_refused then 'NONE' else r.mail end, true, coalesce(p.mobile_notification, false),
        coalesce(p.email_notification and not p.is_mail_refused, false), coalesce(s.mail_mode, 'AT_ONCE')) d
      where u.id = any (the_users)
    ), written as (
      insert into notification_contents (
        id, tenant_id, category_code, sub_category_code, content, search_text, shared_id)
      select v.id, the_tenant, 'BROADCAST', the_sub_category,
        case when v.changes is null then the_content else (the_content::jsonb || v.changes)::json end, the_search_text,
        nullif(first_value(v.id) over (), v.id)
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
      select p.id, p.organization_id, 1, ${now} from planned p order by p.id
      on conflict (user_id) do update set
        last_sequence = n.last_sequence + 1,
        last_at = greatest(${now}, n.last_at, n.last_read_at + interval '1 millisecond')
      returning n.user_id, n.organization_id, n.last_sequence, n.last_at
    )
    insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab, is_sticky)
    select c.user_id, c.organization_id, c.last_sequence, c.last_at, p.content_id, 'BROADCAST',
      case p.toast when 'STICKY' then true when 'QUIET' then false
        else coalesce(the_content ->> 'stickyNotification', '') = 'true' end
    from counted c join planned p on p.id = c.user_id;
  end $$`;

export const QUIET_HOURS_RESPECTED: readonly RawBuilder<unknown>[] = [
  afterQuiet,
  hold,
  claimPushes,
  finishPush,
  dueMails,
];

export const CONTENTS_SHARED: readonly RawBuilder<unknown>[] = [send, deliver];
