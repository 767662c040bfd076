/**
 * The audit trail as a list: ordered by an index, with actors and changes as text, and deleted after a retention
 * period. Platform owners can read all events, other users those of their organization.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await order(db);
  await sql`
    create policy platform_reads on audit_events for select using (app_organization_type() = 'OWNER')`.execute(db);
  await people(db);
  await changes(db);
  await forgetting(db);
  await grantToAdministrators(db);
}

/**
 * Lists identify rows by UUID and use it to order rows with equal values, so this key increases with the event's
 * number.
 */
async function order(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_key(number bigint) returns uuid language sql immutable strict parallel safe
    as $$ select lpad(to_hex(number), 32, '0')::uuid $$`.execute(db);
  await sql`create index audit_events_key on audit_events (audit_key(id))`.execute(db);
  await sql`drop index audit_events_organization`.execute(db);
  await sql`create index audit_events_organization on audit_events (organization_id, at, audit_key(id))`.execute(db);
  await sql`create index audit_events_at on audit_events (at, audit_key(id))`.execute(db);
}

/**
 * Functions, because row-level security hides the users of other organizations, including platform owners, who act in
 * all organizations.
 */
async function people(db: Kysely<unknown>): Promise<void> {
  const readable = sql`(
    app_organization_type() = 'OWNER' or u.organization_id = app_organization_id() or o.type = 'OWNER')`;
  await sql`
    create function audit_person(wanted uuid) returns text
    language sql stable security definer set search_path = pg_catalog, public as $$
      select u.first_name || ' ' || u.last_name || ' (' || u.user_name || ')'
      from users u join organizations o on o.id = u.organization_id where u.id = wanted and ${readable}
    $$`.execute(db);
  await sql`
    create function audit_people(pattern text) returns setof uuid
    language sql stable security definer set search_path = pg_catalog, public as $$
      select u.id from users u join organizations o on o.id = u.organization_id
      where ${readable} and (u.user_name ilike pattern or u.first_name ilike pattern or u.last_name ilike pattern)
    $$`.execute(db);
}

/**
 * The values on one side of a change that are not on the other. Arrays, such as the permissions of a role, are compared
 * by element.
 */
async function changes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_values(mine jsonb, other jsonb) returns text
    language sql immutable parallel safe set search_path = pg_catalog, public as $$
      select string_agg(lower(regexp_replace(m.key, '([a-z])([A-Z])', '\\1 \\2', 'g')) || ': ' || coalesce(
        case when jsonb_typeof(m.value) = 'array' then (
          select string_agg(element, ', ') from jsonb_array_elements_text(m.value) element
          where jsonb_typeof(other -> m.key) is distinct from 'array' or not jsonb_exists(other -> m.key, element))
        else nullif(m.value #>> '{}', '') end, 'none'), '; ' order by m.key)
      from jsonb_each(case when jsonb_typeof(mine) = 'object' then mine end) m
      where m.key not in ('userId', 'roleId', 'broadcastId') and m.value is distinct from other -> m.key
    $$`.execute(db);
}

/**
 * Runs as the owner, because events cannot be deleted otherwise. Events of the last 30 days are kept, whatever the
 * cutoff.
 */
async function forgetting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_forget(cutoff timestamptz, most integer) returns integer
    language sql volatile security definer set search_path = pg_catalog, public as $$
      with gone as (
        delete from audit_events where id in (
          select e.id from audit_events e where e.at < least(cutoff, now() - interval '30 days') order by e.at limit most)
        returning 1)
      select count(*)::integer from gone
    $$`.execute(db);
}

/** Grants the new permission to administrators, because a permission that no user holds cannot be granted. */
async function grantToAdministrators(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into role_permissions (role_id, organization_id, permission)
    select r.id, r.organization_id, 'AUDIT_VIEW'
    from roles r join organizations o on o.id = r.organization_id
    where o.type <> 'AGENCY' and exists (
      select from role_permissions x where x.role_id = r.id and x.permission = 'ROLE_EDIT')
    on conflict do nothing`.execute(db);
}
