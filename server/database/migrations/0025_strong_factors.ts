/**
 * Authenticator apps, passkeys, recovery codes and remembered devices, and two organization settings for them. A
 * session whose user must enroll first has its own state.
 */
import { sql, type Kysely } from 'kysely';

const TABLES = [
  'authenticator_apps',
  'passkeys',
  'recovery_codes',
  'remembered_devices',
  'used_passkey_challenges',
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column mailed_codes boolean not null default true,
      add column remember_devices boolean not null default false`.execute(db);
  await sql`
    alter table sessions
      add column must_enroll boolean not null default false,
      add column proved_at timestamptz not null default now(),
      drop constraint sessions_state_check,
      add constraint sessions_state_check check (state in ('pending', 'change_password', 'enroll', 'live'))`.execute(
    db,
  );

  await sql`
    create table authenticator_apps (
      user_id uuid primary key references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      encrypted_secret bytea,
      last_step bigint not null default 0,
      encrypted_pending bytea,
      pending_until timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table passkeys (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id) on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      synced boolean not null,
      name text not null check (name <> ''),
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references users (id) on delete cascade,
      code_mac bytea not null,
      organization_id uuid not null references organizations (id),
      used_at timestamptz,
      primary key (user_id, code_mac)
    )`.execute(db);
  await sql`
    create table remembered_devices (
      user_id uuid not null references users (id) on delete cascade,
      device_hash bytea not null,
      organization_id uuid not null references organizations (id),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (user_id, device_hash)
    )`.execute(db);
  await sql`
    create table used_passkey_challenges (
      challenge_hash bytea primary key,
      organization_id uuid not null references organizations (id),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index used_passkey_challenges_expired on used_passkey_challenges (organization_id, expires_at)`.execute(
    db,
  );

  for (const table of TABLES) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    await sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`.execute(
      db,
    );
    await sql`
      create policy own_organization on ${sql.table(table)}
      using (organization_id = app_organization_id())
      with check (organization_id = app_organization_id())`.execute(db);
  }

  // Finds the owner of a passkey before the user is known, by the credential id that the authenticator chose at random.
  await sql`
    create function access_find_passkey(wanted_id bytea)
    returns table (passkey_id uuid, user_id uuid, organization_code text)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select p.id, p.user_id, o.code
      from passkeys p
      join organizations o on o.id = p.organization_id
      where p.credential_id = wanted_id
    $$`.execute(db);
}
