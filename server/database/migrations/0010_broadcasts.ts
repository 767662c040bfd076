/** Broadcasts, which each recipient must accept; role updates; and audit details of changed roles and users. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DISPLAY_FREQUENCIES } from '../../../contract/notifications/notification';
import { BROADCAST_FUNCTIONS } from './0010_broadcasts.functions';

const words = (list: readonly string[]): RawBuilder<unknown> => sql.join(list.map((word) => sql.lit(word)));

const TABLES: readonly RawBuilder<unknown>[] = [
  sql`
    create table broadcast_documents (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id),
      file_name text not null check (file_name <> '' and length(file_name) <= 200),
      media_type text not null,
      content bytea not null,
      created_at timestamptz not null default clock_timestamp()
    )`,
  // Images and archives do not compress, so trying would only cost time.
  sql`alter table broadcast_documents alter column content set storage external`,
  sql`
    create table broadcasts (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      tenant_id uuid not null references organizations (id),
      request_id uuid not null,
      created_by uuid references users (id) on delete set null,
      subject text not null check (subject <> '' and length(subject) <= 200),
      template text not null,
      display_frequency text not null check (display_frequency in (${words(DISPLAY_FREQUENCIES)})),
      document_id uuid references broadcast_documents (id),
      sticky boolean not null,
      release_notes boolean not null,
      force_logout boolean not null,
      organization_types text[] not null,
      organization_ids uuid[] not null,
      status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'SENT', 'CANCELLED')),
      send_at timestamptz not null,
      sent_at timestamptz,
      ends_at timestamptz,
      recipients integer not null default 0,
      created_at timestamptz not null default clock_timestamp(),
      unique (organization_id, request_id),
      check ((status = 'SENT') = (sent_at is not null)),
      check (cardinality(organization_types) + cardinality(organization_ids) > 0)
    )`,
  sql`create index broadcasts_due on broadcasts (send_at) where status = 'SCHEDULED'`,
  sql`create index broadcasts_sender on broadcasts (organization_id, send_at desc, id desc)`,
  sql`create index broadcasts_document on broadcasts (document_id) where document_id is not null`,
  // One row per recipient, written on sending; the first acceptance counts.
  sql`
    create table broadcast_recipients (
      broadcast_id uuid not null references broadcasts (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      sender_id uuid not null references organizations (id),
      accepted_at timestamptz,
      accepted_session uuid,
      primary key (broadcast_id, user_id),
      check ((accepted_at is null) = (accepted_session is null))
    )`,
  sql`create index broadcast_recipients_user on broadcast_recipients (user_id)`,
  // For broadcasts shown at every login: the sessions in which they were accepted.
  sql`
    create table broadcast_views (
      broadcast_id uuid not null references broadcasts (id) on delete cascade,
      session_id uuid not null references sessions (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      viewed_at timestamptz not null,
      primary key (session_id, broadcast_id)
    )`,
  sql`
    create table role_updates (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      role_name text not null,
      subject text not null,
      template text not null,
      added text[] not null,
      removed text[] not null,
      changed_by uuid references users (id) on delete set null,
      created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp())
    )`,
  sql`
    create table role_update_recipients (
      role_update_id uuid not null references role_updates (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      read_at timestamptz,
      primary key (role_update_id, user_id)
    )`,
  sql`create index role_update_recipients_waiting on role_update_recipients (user_id) where read_at is null`,
  sql`
    alter table roles
      add column version integer not null default 1,
      add column updated_at timestamptz not null default now()`,
  sql`
    alter table users
      add column version integer not null default 1,
      add column request_id uuid`,
  sql`create unique index users_request on users (organization_id, request_id) where request_id is not null`,
  sql`alter table audit_events add column details jsonb`,
];

const ofOrganization = sql`organization_id = (select app_organization_id())`;
const isOwn = sql`user_id = (select app_user_id()) and ${ofOrganization}`;

/** Only the functions write recipients and views. */
const POLICIES: Readonly<Record<string, RawBuilder<unknown>>> = {
  broadcast_documents: sql`using (${ofOrganization}) with check (${ofOrganization})`,
  broadcasts: sql`using (${ofOrganization}) with check (${ofOrganization} and tenant_id = (select app_tenant_id()))`,
  broadcast_recipients: sql`for select using ((${isOwn}) or sender_id = (select app_organization_id()))`,
  broadcast_views: sql`for select using (${isOwn})`,
  role_updates: sql`using (${ofOrganization}) with check (${ofOrganization})`,
  role_update_recipients: sql`using (${ofOrganization}) with check (${ofOrganization})`,
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await statement.execute(db);
  for (const [table, policy] of Object.entries(POLICIES)) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    await sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`.execute(
      db,
    );
    await sql`create policy own_rows on ${sql.table(table)} ${policy}`.execute(db);
  }
  for (const statement of BROADCAST_FUNCTIONS) await statement.execute(db);
}
