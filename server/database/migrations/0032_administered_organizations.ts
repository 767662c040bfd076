/**
 * Organizations are administered on screens: who changed them last, deactivation, session lengths and logos. Identities
 * get an id by which they can be unlinked.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `updated_by` has no foreign key, because users already refer to organizations.
  await sql`
    alter table organizations
      add column version integer not null default 1,
      add column updated_at timestamptz,
      add column updated_by uuid,
      add column request_id uuid unique,
      add column disabled_at timestamptz,
      add column idle_minutes integer check (idle_minutes between 5 and 1440),
      add column session_hours integer check (session_hours between 1 and 168)`.execute(db);
  await sql`
    create policy owner_adds on organizations for insert with check (app_organization_type() = 'OWNER')`.execute(db);

  // A separate table, because every user's profile reads the row of the organization.
  await sql`
    create table organization_logos (
      organization_id uuid primary key references organizations (id),
      png bytea not null check (length(png) <= 65536)
    )`.execute(db);
  await sql`alter table organization_logos enable row level security`.execute(db);
  await sql`alter table organization_logos force row level security`.execute(db);
  await sql`
    create policy owner_all on organization_logos to current_user using (true) with check (true)`.execute(db);
  await sql`
    create policy own_organization on organization_logos
    using (organization_id = app_organization_id()) with check (organization_id = app_organization_id())`.execute(db);

  await sql`alter table user_identities add column id uuid not null unique default gen_random_uuid()`.execute(db);

  await closeDeactivated(db);
  await listAdministered(db);
  await grantToAdministrators(db);
}

/** Users cannot sign in to a deactivated organization; the response is the same as for one that does not exist. */
async function closeDeactivated(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function access_find_organization(wanted_code text)
    returns table (
      organization_id uuid, organization_type text, tenant_id uuid, code text, name text,
      disclose_account_state boolean, two_factor_required boolean, allowed_addresses text[], password_min_length integer
    ) language sql stable security definer set search_path = pg_catalog, public as $$
      select id, type, o.tenant_id, o.code, o.name,
        o.disclose_account_state, o.two_factor_required, o.allowed_addresses::text[], o.password_min_length
      from organizations o where o.code = upper(wanted_code) and o.disabled_at is null
    $$`.execute(db);
  await sql`
    create or replace function access_find_account(wanted_code text, wanted_name text)
    returns table (
      organization_id uuid, organization_type text, tenant_id uuid, code text, name text, disclose_account_state boolean,
      organization_addresses text[], user_id uuid, email text, user_type text, password_hash text,
      password_generated boolean, locked boolean, lock_ends_in_seconds integer, disabled boolean, user_addresses text[],
      temporary_mac bytea
    ) language sql stable security definer set search_path = pg_catalog, public as $$
      select o.id, o.type, o.tenant_id, o.code, o.name, o.disclose_account_state, o.allowed_addresses::text[],
        u.id, u.email, u.user_type, c.password_hash, coalesce(c.password_generated, false),
        coalesce(c.locked_until > now(), false),
        case when c.locked_until > now() and c.locked_until < 'infinity'
          then ceil(extract(epoch from c.locked_until - now()))::integer end,
        u.disabled_at is not null, u.allowed_addresses::text[], t.password_mac
      from (select upper(wanted_code) as code, lower(wanted_name) as user_name) w
      left join organizations o on o.code = w.code and o.disabled_at is null
      left join (users u join user_credentials c on c.user_id = u.id)
        on u.organization_id = coalesce(o.id, '00000000-0000-0000-0000-000000000000')
        and lower(u.user_name) = w.user_name
      left join temporary_passwords t on t.user_id = u.id and t.expires_at > now()
    $$`.execute(db);
  // A sign-in that began before the deactivation may open a session after it.
  await sql`
    create or replace function access_find_sessions(wanted_ids uuid[])
    returns table (
      session_id uuid, organization_id uuid, organization_type text, tenant_id uuid, user_id uuid, user_name text,
      user_type text, state text, must_change_password boolean, ended boolean, end_reason text, idle_seconds double precision
    ) language sql stable security definer set search_path = pg_catalog, public as $$
      select s.id, s.organization_id, o.type, o.tenant_id, s.user_id, u.user_name, u.user_type,
        s.state, s.must_change_password,
        s.ended_at is not null or least(s.idle_expires_at, s.expires_at) <= now() or u.disabled_at is not null
          or o.disabled_at is not null,
        case
          when s.end_reason is not null then s.end_reason
          when least(s.idle_expires_at, s.expires_at) <= now() then 'expired'
          when u.disabled_at is not null or o.disabled_at is not null then 'forced'
        end,
        extract(epoch from now() - s.last_used_at)
      from sessions s
      join organizations o on o.id = s.organization_id
      join users u on u.id = s.user_id
      where s.id = any (wanted_ids)
    $$`.execute(db);
}

/**
 * The organizations that the caller administers: all of them for the platform's owner, otherwise only the caller's own.
 */
async function listAdministered(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function administered_organizations()
    returns table (
      id uuid, code text, name text, type text, program text, people integer, two_factor_required boolean,
      disabled_at timestamptz, created_at timestamptz, registration text, issuer text, client_id text, link_by_email boolean)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select o.id, o.code, o.name, o.type, m.name, coalesce(u.people, 0)::integer, o.two_factor_required,
        o.disabled_at, o.created_at, p.registration_id, p.issuer, p.client_id, p.link_by_email
      from organizations o
      left join organizations m on m.id = o.tenant_id and m.id <> o.id
      left join (
        select x.organization_id, count(*) as people from users x where x.disabled_at is null group by x.organization_id
      ) u on u.organization_id = o.id
      left join sso_providers p on p.organization_id = o.id and p.disabled_at is null
      where app_organization_type() = 'OWNER' or o.id = app_organization_id()
    $$`.execute(db);
}

/** Grants the new permissions to administrators, because a permission that no user holds cannot be granted. */
async function grantToAdministrators(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into role_permissions (role_id, organization_id, permission)
    select r.id, r.organization_id, p.code
    from roles r
    join organizations o on o.id = r.organization_id
    join (values ('ORGANIZATION_EDIT'), ('SSO_EDIT')) p (code) on o.type = 'OWNER' or p.code = 'SSO_EDIT'
    where o.type <> 'AGENCY' and exists (
      select from role_permissions x where x.role_id = r.id and x.permission = 'ROLE_EDIT')
    on conflict do nothing`.execute(db);
}
