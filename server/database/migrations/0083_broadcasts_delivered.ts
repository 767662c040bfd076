/**
 * Broadcasts, release notes and role updates are delivered outside the panel like all notifications: by the
 * preferences, rules and mutes of each user. A reminder to accept is mailed to all its recipients, so preferences do
 * not mail it again.
 */
import { sql, type Kysely } from 'kysely';

const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/**
 * Notifies these users of a required event: it is always listed, and `notification_decide` determines the other
 * channels. Recipients whose toast a rule makes sticky, or a rule or mute suppresses, get separate contents. Counters
 * are locked in user order, so that two calls wait for each other instead of deadlocking. Only functions that have
 * checked the caller may call it.
 */
const deliver = sql`
  create function notification_deliver(
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
      insert into notification_contents (id, tenant_id, category_code, sub_category_code, content, search_text)
      select v.id, the_tenant, 'BROADCAST', the_sub_category,
        case when v.changes is null then the_content else (the_content::jsonb || v.changes)::json end, the_search_text
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

/** As before, but a reminder is delivered as the kind of its broadcast, and without a second mail to its recipients. */
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
      perform notification_deliver(
        b.tenant_id, case when b.release_notes then 'RELEASE_NOTES' else 'BROADCAST' end, the_content, the_search_text, waiting,
        is_mailed_anyway => true);
    end if;
    return query select true, true, cardinality(waiting), at, waiting;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function notification_deliver(uuid, text, json, text, uuid[])`.execute(db);
  await deliver.execute(db);
  await sql`revoke execute on function notification_deliver(uuid, text, json, text, uuid[], boolean) from public`.execute(
    db,
  );
  await remind.execute(db);
}
