/**
 * Organizations, users, credentials, sessions and everything sign-in needs. Every table has an organization column and
 * row-level security. Lookups before the user is known (an organization by code, a session by refresh token) go through
 * the functions at the end, which run as the owner and return only what their names say.
 */
import { sql, type Kysely } from 'kysely';

const SCOPED_TABLES = [
  'users',
  'user_credentials',
  'temporary_passwords',
  'roles',
  'role_permissions',
  'user_roles',
  'sessions',
  'refresh_tokens',
  'two_factor_challenges',
  'websocket_tickets',
  'mail_outbox',
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await protectTables(db);
  await createLookups(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organizations (
      id uuid primary key default gen_random_uuid(),
      code text not null unique check (code = upper(code) and code <> ''),
      name text not null,
      type text not null check (type in ('OWNER', 'VMS', 'CLIENT', 'AGENCY')),
      tenant_id uuid not null,
      disclose_account_state boolean not null default false,
      two_factor_required boolean not null default false,
      allowed_addresses cidr[],
      password_min_length integer check (password_min_length between 6 and 128),
      timesheet_v2_enabled boolean not null default false,
      prn_organization boolean not null default false,
      agency_branded_leu boolean not null default false,
      agency_branded_menu_label text not null default '',
      configure_mobile_app boolean not null default false,
      footer_email text not null default '',
      footer_phone text not null default '',
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index organizations_tenant on organizations (tenant_id, type)`.execute(db);

  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      user_name text not null check (user_name <> ''),
      email text not null,
      first_name text not null,
      last_name text not null,
      user_type text not null check (user_type in ('OWNER', 'SUB_OWNER', 'VMS', 'MSP', 'CLIENT', 'AGENCY')),
      agency_user_type text check (agency_user_type in ('ATS_AGENCY_SALES_REPRESENTATIVE', 'ATS_AGENCY_RECRUITER')),
      two_factor_enabled boolean not null default false,
      allowed_addresses cidr[],
      show_popup boolean not null default true,
      disabled_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index users_name on users (organization_id, lower(user_name))`.execute(db);

  await sql`
    create table user_credentials (
      user_id uuid primary key references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      password_hash text,
      password_generated boolean not null default false,
      password_changed_at timestamptz,
      failed_attempts integer not null default 0,
      locked_until timestamptz,
      code_mails timestamptz[] not null default '{}',
      reset_mails timestamptz[] not null default '{}'
    )`.execute(db);

  await sql`
    create table temporary_passwords (
      user_id uuid primary key references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      password_mac bytea not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      first_used_at timestamptz
    )`.execute(db);

  await sql`
    create table roles (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      name text not null,
      unique (organization_id, name)
    )`.execute(db);
  await sql`
    create table role_permissions (
      role_id uuid not null references roles (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      permission text not null,
      primary key (role_id, permission)
    )`.execute(db);
  await sql`
    create table user_roles (
      user_id uuid not null references users (id) on delete cascade,
      role_id uuid not null references roles (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      primary key (user_id, role_id)
    )`.execute(db);

  await sql`
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id) on delete cascade,
      state text not null check (state in ('pending', 'change_password', 'live')),
      must_change_password boolean not null default false,
      device text not null,
      address text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null,
      idle_expires_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text check (
        end_reason in ('signed_out', 'expired', 'taken_over', 'password_changed', 'forced', 'revoked')
      ),
      check ((ended_at is null) = (end_reason is null))
    )`.execute(db);
  await sql`create index sessions_open on sessions (user_id) where ended_at is null`.execute(db);
  await sql`create index sessions_ended on sessions (ended_at) where ended_at is not null`.execute(db);

  await sql`
    create table refresh_tokens (
      token_hash bytea primary key,
      organization_id uuid not null references organizations (id),
      session_id uuid not null references sessions (id) on delete cascade,
      generation integer not null,
      token_box bytea,
      issued_at timestamptz not null,
      replaced_at timestamptz,
      unique (session_id, generation)
    )`.execute(db);
  await sql`create index refresh_tokens_boxed on refresh_tokens (issued_at) where token_box is not null`.execute(db);

  await sql`
    create table two_factor_challenges (
      id uuid primary key,
      id_hash bytea not null unique,
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id) on delete cascade,
      code_box bytea not null,
      tries integer not null default 0,
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      closed_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index two_factor_challenges_live on two_factor_challenges (user_id) where closed_at is null`.execute(
    db,
  );

  await sql`
    create table websocket_tickets (
      ticket_hash bytea primary key,
      organization_id uuid not null references organizations (id),
      session_id uuid not null references sessions (id) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index websocket_tickets_session on websocket_tickets (session_id)`.execute(db);

  await sql`
    create table mail_outbox (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id) on delete cascade,
      recipient text not null,
      subject_box bytea,
      text_box bytea,
      created_at timestamptz not null default clock_timestamp(),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      sent_at timestamptz,
      given_up_at timestamptz,
      last_error text
    )`.execute(db);
  await sql`create index mail_outbox_waiting on mail_outbox (next_attempt_at) where sent_at is null and given_up_at is null`.execute(
    db,
  );

  await sql`
    create table audit_events (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      organization_id uuid,
      user_id uuid,
      session_id uuid,
      event text not null,
      outcome text not null check (outcome in ('ok', 'refused', 'failed')),
      reason text,
      address text,
      device text
    )`.execute(db);
  await sql`create index audit_events_organization on audit_events (organization_id, at desc)`.execute(db);
}

async function protectTables(db: Kysely<unknown>): Promise<void> {
  for (const table of [...SCOPED_TABLES, 'organizations', 'audit_events']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    // The lookups below and the seed run as the owner. Forced row-level security applies to the owner too, so each
    // table needs a policy that admits it.
    await sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`.execute(
      db,
    );
  }
  for (const table of SCOPED_TABLES) {
    await sql`
      create policy own_organization on ${sql.table(table)}
      using (organization_id = app_organization_id())
      with check (organization_id = app_organization_id())`.execute(db);
  }
  // A managing organization sees its program, the others see themselves and their manager.
  await sql`
    create policy readable_organizations on organizations for select using (
      id = app_organization_id()
      or id = app_tenant_id()
      or (app_organization_type() = 'VMS' and tenant_id = app_tenant_id())
      or app_organization_type() = 'OWNER'
    )`.execute(db);
  await sql`
    create policy own_organization on organizations for update
    using (id = app_organization_id()) with check (id = app_organization_id())`.execute(db);
  // A refused sign-in may have no organization. Rows are never changed or deleted.
  await sql`
    create policy append_only on audit_events for insert
    with check (organization_id is null or organization_id = app_organization_id())`.execute(db);
  await sql`
    create policy own_organization on audit_events for select
    using (organization_id = app_organization_id())`.execute(db);
}

async function createLookups(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function access_find_organization(wanted_code text)
    returns table (
      organization_id uuid, organization_type text, tenant_id uuid, code text, name text,
      disclose_account_state boolean, two_factor_required boolean, allowed_addresses text[], password_min_length integer
    ) language sql stable security definer set search_path = pg_catalog, public as $$
      select id, type, o.tenant_id, o.code, o.name,
        o.disclose_account_state, o.two_factor_required, o.allowed_addresses::text[], o.password_min_length
      from organizations o where o.code = upper(wanted_code)
    $$`.execute(db);

  await sql`
    create function access_find_sessions(wanted_ids uuid[])
    returns table (
      session_id uuid, organization_id uuid, organization_type text, tenant_id uuid, user_id uuid, user_name text,
      user_type text, state text, must_change_password boolean, ended boolean, end_reason text, idle_seconds double precision
    ) language sql stable security definer set search_path = pg_catalog, public as $$
      select s.id, s.organization_id, o.type, o.tenant_id, s.user_id, u.user_name, u.user_type,
        s.state, s.must_change_password,
        s.ended_at is not null or least(s.idle_expires_at, s.expires_at) <= now() or u.disabled_at is not null,
        case
          when s.end_reason is not null then s.end_reason
          when least(s.idle_expires_at, s.expires_at) <= now() then 'expired'
          when u.disabled_at is not null then 'forced'
        end,
        extract(epoch from now() - s.last_used_at)
      from sessions s
      join organizations o on o.id = s.organization_id
      join users u on u.id = s.user_id
      where s.id = any (wanted_ids)
    $$`.execute(db);

  await sql`
    create function access_find_refresh_token(wanted_hash bytea)
    returns table (session_id uuid, organization_id uuid, organization_type text, tenant_id uuid, user_id uuid)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select s.id, s.organization_id, o.type, o.tenant_id, s.user_id
      from refresh_tokens r
      join sessions s on s.id = r.session_id
      join organizations o on o.id = s.organization_id
      where r.token_hash = wanted_hash
    $$`.execute(db);

  await sql`
    create function access_find_challenge(wanted_hash bytea)
    returns table (challenge_id uuid, organization_id uuid, organization_type text, tenant_id uuid, user_id uuid)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select c.id, c.organization_id, o.type, o.tenant_id, c.user_id
      from two_factor_challenges c
      join organizations o on o.id = c.organization_id
      where c.id_hash = wanted_hash
    $$`.execute(db);

  // Consuming deletes the ticket, so that it cannot be used twice, even at the same moment.
  await sql`
    create function access_take_ticket(wanted_hash bytea)
    returns table (session_id uuid)
    language sql volatile security definer set search_path = pg_catalog, public as $$
      delete from websocket_tickets t where t.ticket_hash = wanted_hash and t.expires_at > now() returning t.session_id
    $$`.execute(db);

  await sql`
    create function access_claim_mail(most integer)
    returns table (id uuid, recipient text, subject_box bytea, text_box bytea, attempts integer)
    language sql volatile security definer set search_path = pg_catalog, public as $$
      update mail_outbox m
      set attempts = m.attempts + 1,
        next_attempt_at = now() + least(interval '10 minutes', interval '5 seconds' * power(2, m.attempts))
      where m.id in (
        select w.id from mail_outbox w
        where w.sent_at is null and w.given_up_at is null and w.next_attempt_at <= now()
        order by w.next_attempt_at limit most for update skip locked
      )
      returning m.id, m.recipient, m.subject_box, m.text_box, m.attempts
    $$`.execute(db);

  await sql`
    create function access_finish_mail(wanted_id uuid, problem text, give_up boolean)
    returns void language sql volatile security definer set search_path = pg_catalog, public as $$
      update mail_outbox set
        last_error = problem,
        sent_at = case when problem is null then now() end,
        given_up_at = case when give_up then now() end,
        subject_box = case when problem is null or give_up then null else subject_box end,
        text_box = case when problem is null or give_up then null else text_box end
      where id = wanted_id
    $$`.execute(db);

  await sql`
    create function access_list_mail(most integer)
    returns table (recipient text, subject_box bytea, text_box bytea, created_at timestamptz)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select m.recipient, m.subject_box, m.text_box, m.created_at from mail_outbox m
      where m.text_box is not null order by m.created_at desc, m.id limit most
    $$`.execute(db);

  // Deletes what has expired; a refresh token's value outlives its reuse window by at most a minute.
  await sql`
    create function access_sweep()
    returns void language sql volatile security definer set search_path = pg_catalog, public as $$
      update refresh_tokens set token_box = null
        where token_box is not null and issued_at < now() - interval '15 seconds';
      update sessions set ended_at = now(), end_reason = 'expired'
        where ended_at is null and least(idle_expires_at, expires_at) <= now();
      delete from websocket_tickets where expires_at <= now();
      delete from two_factor_challenges where expires_at < now() - interval '1 day';
      delete from temporary_passwords where expires_at <= now();
      delete from sessions where ended_at < now() - interval '30 days';
      delete from mail_outbox where created_at < now() - interval '7 days';
    $$`.execute(db);
}
