/**
 * Broadcasts cross organization boundaries, so recipients, pending broadcasts and counts are computed here. All
 * functions run as the owner and check the caller first.
 */
import { sql, type RawBuilder } from 'kysely';

const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/** The organizations that the caller may address; `nameable` ones can be chosen individually. */
const reach = sql`
  create function broadcast_reach()
  returns table (organization_id uuid, organization_type text, name text, nameable boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select o.id, o.type, o.name, app_organization_type() <> 'OWNER' or o.type in ('OWNER', 'VMS')
    from organizations o
    where case app_organization_type()
      when 'OWNER' then true
      when 'VMS' then o.tenant_id = app_tenant_id()
      else o.id = app_organization_id() end
  $$`;

/**
 * Delivers one content to these users: adds an event to each sequence, in user order, so that two deliveries wait for
 * each other. Only the functions below may call it.
 */
const deliver = sql`
  create function notification_deliver(
    the_tenant uuid, the_sub_category text, the_content json, the_search_text text, the_users uuid[])
  returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    the_id uuid;
  begin
    insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
    values (the_tenant, 'BROADCAST', the_sub_category, the_content, the_search_text)
    returning id into the_id;
    with counted as (
      insert into notification_counters as n (user_id, organization_id, last_sequence, last_at)
      select u.id, u.organization_id, 1, ${now} from users u where u.id = any (the_users) order by u.id
      on conflict (user_id) do update set
        last_sequence = n.last_sequence + 1,
        last_at = greatest(${now}, n.last_at, n.last_read_at + interval '1 millisecond')
      returning n.user_id, n.organization_id, n.last_sequence, n.last_at
    )
    insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab)
    select c.user_id, c.organization_id, c.last_sequence, c.last_at, the_id, 'BROADCAST' from counted c;
  end $$`;

/**
 * Sends a due broadcast to its recipients and returns them. A second call finds the broadcast already sent and returns
 * no rows.
 */
const send = sql`
  create function broadcast_send(the_broadcast uuid, the_content json, the_search_text text)
  returns table (told_user_id uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    b broadcasts%rowtype;
    people uuid[];
    at constant timestamptz := ${now};
  begin
    select * into b from broadcasts x
    where x.id = the_broadcast and x.organization_id = app_organization_id() and x.status = 'SCHEDULED' and x.send_at <= at
    for update;
    if not found then
      return;
    end if;
    with chosen as (
      select u.id, u.organization_id from users u join broadcast_reach() r on r.organization_id = u.organization_id
      where u.disabled_at is null
        and (r.organization_type = any (b.organization_types) or r.organization_id = any (b.organization_ids))
    ), written as (
      insert into broadcast_recipients (broadcast_id, sender_id, user_id, organization_id)
      select b.id, b.organization_id, c.id, c.organization_id from chosen c
      returning user_id
    )
    select coalesce(array_agg(w.user_id), '{}') into people from written w;
    update broadcasts x set status = 'SENT', sent_at = at, recipients = cardinality(people) where x.id = b.id;
    perform notification_deliver(
      b.tenant_id, case when b.release_notes then 'RELEASE_NOTES' else 'BROADCAST' end,
      the_content, the_search_text, people);
    return query select unnest(people);
  end $$`;

/** The due broadcasts of all organizations, each with its organization, on whose behalf it is sent. */
const due = sql`
  create function broadcast_due(most integer)
  returns table (id uuid, organization_id uuid, organization_type text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select b.id, b.organization_id, o.type, o.tenant_id
    from broadcasts b join organizations o on o.id = b.organization_id
    where b.status = 'SCHEDULED' and b.send_at <= now() order by b.send_at, b.id limit most
  $$`;

/** The broadcasts that the caller must still accept in this session, in the order in which they were sent. */
const pending = sql`
  create function broadcast_pending(the_session uuid)
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
      and case b.display_frequency
        when 'IMMEDIATE' then r.accepted_at is null
        when 'NEXT_LOGIN' then r.accepted_at is null and s.created_at > b.sent_at
        else not exists (
          select from broadcast_views v where v.broadcast_id = b.id and v.session_id = the_session) end
    order by b.sent_at, b.id limit 200
  $$`;

/**
 * Records the caller's acceptance; only the first one counts. Returns its date, or no row if the caller is not a
 * recipient.
 */
const accept = sql`
  create function broadcast_accept(the_broadcast uuid, the_tenant uuid, the_session uuid)
  returns table (viewed_at timestamptz)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    frequency text;
  begin
    select b.display_frequency into frequency
    from broadcast_recipients r join broadcasts b on b.id = r.broadcast_id
    join sessions s on s.id = the_session and s.user_id = r.user_id
    where r.broadcast_id = the_broadcast and r.user_id = app_user_id() and b.tenant_id = the_tenant;
    if not found then
      return;
    end if;
    update broadcast_recipients r set accepted_at = ${now}, accepted_session = the_session
    where r.broadcast_id = the_broadcast and r.user_id = app_user_id() and r.accepted_at is null;
    if frequency = 'EVERY_LOGIN' then
      insert into broadcast_views (broadcast_id, session_id, user_id, organization_id, viewed_at)
      values (the_broadcast, the_session, app_user_id(), app_organization_id(), ${now})
      on conflict do nothing;
      return query select v.viewed_at from broadcast_views v
        where v.broadcast_id = the_broadcast and v.session_id = the_session;
    else
      return query select r.accepted_at from broadcast_recipients r
        where r.broadcast_id = the_broadcast and r.user_id = app_user_id();
    end if;
  end $$`;

/** The attached document, for recipients and, with `as_sender`, for users of the sending organization. */
const document = sql`
  create function broadcast_document(the_broadcast uuid, the_tenant uuid, as_sender boolean)
  returns table (file_name text, media_type text, content bytea)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select d.file_name, d.media_type, d.content
    from broadcasts b join broadcast_documents d on d.id = b.document_id
    where b.id = the_broadcast and b.tenant_id = the_tenant
      and ((as_sender and b.organization_id = app_organization_id()) or exists (
        select from broadcast_recipients r where r.broadcast_id = b.id and r.user_id = app_user_id()))
  $$`;

/** The recipients of a broadcast and when they accepted it, for the sending organization. */
const recipients = sql`
  create function broadcast_recipients_of(the_broadcast uuid, only_accepted boolean, after_rows integer, most integer)
  returns table (name text, user_name text, organization_name text, accepted_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select u.last_name || ', ' || u.first_name, u.user_name, o.name, r.accepted_at
    from broadcast_recipients r join users u on u.id = r.user_id join organizations o on o.id = r.organization_id
    where r.broadcast_id = the_broadcast and r.sender_id = app_organization_id()
      and (only_accepted is null or (r.accepted_at is not null) = only_accepted)
    order by o.name, u.last_name, u.first_name, u.id offset after_rows limit most
  $$`;

/** Deletes uploads that no broadcast uses. */
const sweep = sql`
  create function broadcast_sweep()
  returns void language sql volatile security definer set search_path = pg_catalog, public as $$
    delete from broadcast_documents d where d.created_at < now() - interval '1 day'
      and not exists (select from broadcasts b where b.document_id = d.id)
  $$`;

/** Delivers a change of a role's permissions to each of its members. */
const tellRoleUpdate = sql`
  create function role_update_tell(the_update uuid, the_content json, the_search_text text)
  returns table (told_user_id uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    people uuid[];
  begin
    select array_agg(r.user_id) into people from role_update_recipients r
    where r.role_update_id = the_update and r.organization_id = app_organization_id();
    if people is null then
      return;
    end if;
    perform notification_deliver(
      app_tenant_id(), 'ROLE_PERMISSION_UPDATE', the_content, the_search_text, people);
    return query select unnest(people);
  end $$`;

/** The users of a program's suppliers, for its managers. */
const supplierUsers = sql`
  create function supplier_users()
  returns table (
    id uuid, organization_id uuid, supplier text, user_name text, email text, first_name text, last_name text,
    agency_user_type text, two_factor_enabled boolean, disabled_at timestamptz, created_at timestamptz, roles text)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select u.id, u.organization_id, o.name, u.user_name, u.email, u.first_name, u.last_name,
      u.agency_user_type, u.two_factor_enabled, u.disabled_at, u.created_at, (
        select string_agg(x.name, ', ' order by x.name) from user_roles ur join roles x on x.id = ur.role_id
        where ur.user_id = u.id)
    from users u join organizations o on o.id = u.organization_id
    where app_organization_type() = 'VMS' and o.type = 'AGENCY' and o.tenant_id = app_tenant_id()
  $$`;

export const BROADCAST_FUNCTIONS: readonly RawBuilder<unknown>[] = [
  reach,
  deliver,
  sql`revoke execute on function notification_deliver(uuid, text, json, text, uuid[]) from public`,
  send,
  due,
  pending,
  accept,
  document,
  recipients,
  sweep,
  tellRoleUpdate,
  supplierUsers,
];
