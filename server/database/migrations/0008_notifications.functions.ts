/**
 * The recipients of a notification are chosen here, not by the caller: rows for others can only be written by these
 * functions, and only within the caller's program, as a party to the event.
 */
import { sql, type RawBuilder } from 'kysely';

/** Dates are shown in milliseconds, so they are stored in milliseconds. */
const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/**
 * Notifies everyone an event concerns and queues mail for those who want it. Returns the recipients. An event concerns
 * the enabled users of the audience's organizations who hold one of the permissions (all users if none is given). Their
 * saved preference applies, or else the default; required notifications reach all of them. The actor is notified only
 * if they chose to receive all notifications. Counters are locked in user order, so that two calls wait for each other
 * instead of deadlocking.
 */
const tell = sql`
  create function notification_tell(
    the_category text, the_sub_category text, the_tab text, the_content json, the_search_text text,
    the_audience text, the_client uuid, the_agency uuid, the_person uuid, the_permissions text[], the_actor uuid,
    is_required boolean, is_email_required boolean, is_default boolean, is_default_for text[], is_all_default boolean,
    the_config text, the_mail_subject bytea, the_mail_text bytea)
  returns table (told_user_id uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_tenant constant uuid := app_tenant_id();
    the_caller constant uuid := app_organization_id();
    the_id uuid;
  begin
    if the_tenant is null or the_caller is null or not coalesce(case the_audience
      when 'ORGANIZATION' then true
      when 'PERSON' then the_person is not null
      when 'PARTIES' then the_caller in (the_tenant, the_client, the_agency)
      when 'SUPPLIERS' then the_caller in (the_tenant, the_client)
      when 'PROGRAMME' then the_caller = the_tenant
      else false end, false)
    then
      raise insufficient_privilege using message = 'only a party to what happened can tell of it';
    end if;

    insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
    values (the_tenant, the_category, the_sub_category, the_content, the_search_text)
    returning id into the_id;

    return query
    with concerned as (
      select u.id, u.organization_id, u.email,
        is_required or (
          coalesce(p.notification, is_default or coalesce(u.agency_user_type = any (is_default_for), false))
          and (u.id is distinct from the_actor or coalesce(p.all_notification, is_all_default))
        ) as is_told,
        is_email_required or coalesce(p.email_notification, false) as wants_mail
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
    ), mailed as (
      insert into mail_outbox (organization_id, user_id, recipient, subject_box, text_box)
      select c.organization_id, c.id, c.email, the_mail_subject, the_mail_text
      from concerned c where c.wants_mail and (c.is_told or is_email_required)
    ), counted as (
      insert into notification_counters as n (user_id, organization_id, last_sequence, last_at)
      select c.id, c.organization_id, 1, ${now} from concerned c where c.is_told order by c.id
      on conflict (user_id) do update set
        last_sequence = n.last_sequence + 1,
        last_at = greatest(${now}, n.last_at, n.last_read_at + interval '1 millisecond')
      returning n.user_id, n.organization_id, n.last_sequence, n.last_at
    )
    insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab)
    select c.user_id, c.organization_id, c.last_sequence, c.last_at, the_id, the_tab from counted c
    returning user_id;
  end $$`;

/** Marks all notifications so far as read. If nothing is new, the last read marker stays. */
const markRead = sql`
  create function notification_mark_read()
  returns table (read_at timestamptz, read_sequence bigint, is_new boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    return query
    with counted as (
      insert into notification_counters as n
        (user_id, organization_id, last_sequence, last_at, last_read_sequence, last_read_at)
      select app_user_id(), app_organization_id(), 1, t.at, 1, t.at from (select ${now} as at) t
      on conflict (user_id) do update set
        last_sequence = n.last_sequence + 1,
        last_read_sequence = n.last_sequence + 1,
        last_at = greatest(${now}, n.last_at),
        last_read_at = greatest(${now}, n.last_at)
      where n.last_read_sequence is distinct from n.last_sequence
      returning n.user_id, n.organization_id, n.last_sequence, n.last_at, n.last_read_at
    ), written as (
      insert into notification_events (user_id, organization_id, sequence, occurred_at)
      select c.user_id, c.organization_id, c.last_sequence, c.last_read_at from counted c
      returning occurred_at, sequence
    )
    select w.occurred_at, w.sequence, true from written w;
    if not found then
      return query select n.last_read_at, n.last_sequence, false from notification_counters n
      where n.user_id = app_user_id();
    end if;
  end $$`;

/** Used by the sockets of a node, which serve many users at once. */
const positions = sql`
  create function notification_positions(wanted_ids uuid[])
  returns table (user_id uuid, last_sequence bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select n.user_id, n.last_sequence from notification_counters n where n.user_id = any (wanted_ids)
  $$`;

const eventsAfter = sql`
  create function notification_events_after(wanted_ids uuid[], after_sequences bigint[], most integer)
  returns table (user_id uuid, sequence bigint, occurred_at timestamptz, content_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select w.id, e.sequence, e.occurred_at, e.content_id
    from unnest(wanted_ids, after_sequences) as w (id, after)
    cross join lateral (
      select n.sequence, n.occurred_at, n.content_id from notification_events n
      where n.user_id = w.id and n.sequence > w.after order by n.sequence limit most
    ) e
    order by w.id, e.sequence
  $$`;

const contentsOf = sql`
  create function notification_contents_of(wanted_ids uuid[])
  returns table (id uuid, content text)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select c.id, c.content::text from notification_contents c where c.id = any (wanted_ids)
  $$`;

/** The users who follow the chat with a candidate of this supplier, except the author. */
const chatListeners = sql`
  create function chat_listeners(wanted_agency uuid, the_author uuid)
  returns table (user_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select u.id from users u join organizations o on o.id = u.organization_id
    where u.disabled_at is null and u.id is distinct from the_author
      and o.tenant_id = app_tenant_id() and o.id in (app_tenant_id(), wanted_agency)
      and exists (
        select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
        where ur.user_id = u.id and rp.permission = 'MENU_CANDIDATE')
  $$`;

const chatItem = sql`
  create function chat_item(wanted_id uuid)
  returns table (candidate_id uuid, candidate_name text, text text, created_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select m.candidate_id, c.first_name || ' ' || c.last_name, m.text, m.created_at
    from chat_messages m join candidates c on c.id = m.candidate_id where m.id = wanted_id
  $$`;

export const NOTIFICATION_FUNCTIONS: readonly RawBuilder<unknown>[] = [
  tell,
  markRead,
  positions,
  eventsAfter,
  contentsOf,
  chatListeners,
  chatItem,
];
