/**
 * Single sign-on: the identity provider of an organization, the linked users, and used nonces. A user is identified by
 * organization, issuer and subject together.
 */
import { sql, type Kysely } from 'kysely';

const TABLES = ['sso_providers', 'user_identities', 'sso_used_nonces'] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso_providers (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      registration_id text not null check (registration_id ~ '^[A-Za-z0-9._-]{1,64}$'),
      issuer text not null check (issuer <> '' and length(issuer) <= 200),
      client_id text not null check (client_id <> '' and length(client_id) <= 200),
      scope text not null default 'openid email',
      filter_protocol_claims boolean not null default true,
      load_user_info boolean not null default false,
      link_by_email boolean not null default false,
      disabled_at timestamptz,
      created_at timestamptz not null default now(),
      unique (organization_id, registration_id)
    )`.execute(db);
  // Providers are looked up by organization alone, so an organization has at most one enabled provider.
  await sql`create unique index sso_providers_enabled on sso_providers (organization_id) where disabled_at is null`.execute(
    db,
  );
  await sql`
    create table user_identities (
      organization_id uuid not null references organizations (id),
      issuer text not null,
      subject text not null check (subject <> '' and length(subject) <= 255),
      user_id uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (organization_id, issuer, subject)
    )`.execute(db);
  await sql`create index user_identities_user on user_identities (user_id)`.execute(db);
  await sql`
    create table sso_used_nonces (
      nonce_hash bytea primary key,
      organization_id uuid not null references organizations (id),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sso_used_nonces_expired on sso_used_nonces (organization_id, expires_at)`.execute(db);

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

  // The issuers to which the callback page may connect, looked up before the user is known.
  await sql`
    create function access_find_sso_issuers(wanted_ids uuid[])
    returns table (issuer text)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select p.issuer from sso_providers p where p.id = any (wanted_ids) and p.disabled_at is null
    $$`.execute(db);
}
