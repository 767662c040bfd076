/**
 * Notifications outside the panel: pushes to a user's devices and mail, with one row per delivery and its outcome; what
 * a user follows and mutes; the user's rules; and when the user's mail is sent. `notification_send` applies
 * `notification_decide` to each recipient, in the transaction of the event.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NOTIFICATION_CHANNEL_FUNCTIONS } from './0066_notification_channels.functions';

const ofUser = sql`
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id)`;
const isOwn = sql`user_id = (select app_user_id()) and organization_id = (select app_organization_id())`;

const TABLES: readonly RawBuilder<unknown>[] = [
  sql`
    create table notification_settings (
      ${ofUser},
      mail_mode text not null check (mail_mode in ('AT_ONCE', 'HOURLY', 'MORNING')),
      morning_at time not null,
      quiet_from time,
      quiet_to time,
      time_zone text not null,
      primary key (user_id),
      check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
    )`,
  // A subject is a record ('job:<id>'), a 'facility:<id>', a 'supplier:<id>' or a 'kind:<code>'.
  sql`
    create table notification_follows (
      ${ofUser},
      subject text not null check (subject ~ '^[a-z]+:[0-9A-Za-z_-]+$'),
      is_muted boolean not null,
      label text not null,
      created_at timestamptz not null default clock_timestamp(),
      primary key (user_id, subject)
    )`,
  // If several rules match, the one with the lowest position applies. Null: any value, or the setting without the rule.
  sql`
    create table notification_rules (
      ${ofUser},
      id uuid not null default gen_random_uuid(),
      position integer not null,
      kinds text[] not null,
      facility_id uuid,
      supplier_id uuid,
      words text not null,
      toast text check (toast in ('STICKY', 'QUIET')),
      push boolean,
      mail text check (mail in ('NONE', 'AT_ONCE', 'HOURLY', 'MORNING')),
      primary key (user_id, position)
    )`,
  sql`
    create table push_devices (
      ${ofUser},
      id uuid primary key default gen_random_uuid(),
      session_id uuid references sessions (id) on delete set null,
      endpoint_hash bytea not null,
      encrypted_subscription bytea not null,
      name text not null,
      created_at timestamptz not null default clock_timestamp(),
      gone_at timestamptz
    )`,
  sql`create unique index push_devices_endpoint on push_devices (endpoint_hash) where gone_at is null`,
  sql`create index push_devices_user on push_devices (user_id) where gone_at is null`,
  sql`create index push_devices_session on push_devices (session_id)`,
  sql`
    alter table notification_contents
      add column client_id uuid,
      add column agency_id uuid`,
  sql`
    update notification_contents c set client_id = j.client_id from jobs j
    where j.id::text = c.content ->> 'jobId'`,
  sql`
    update notification_contents c set agency_id = x.agency_id from candidates x
    where x.id::text = c.content ->> 'candidateId'`,
  sql`
    create table notification_deliveries (
      ${ofUser},
      id bigint generated always as identity primary key,
      content_id uuid not null references notification_contents (id) on delete cascade,
      channel text not null check (channel in ('PUSH', 'MAIL')),
      device_id uuid references push_devices (id) on delete cascade,
      mode text not null check (mode in ('AT_ONCE', 'HOURLY', 'MORNING')),
      -- Waited for quiet hours to end.
      is_held boolean not null,
      status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'FAILED', 'GIVEN_UP')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      problem text,
      mail_id uuid,
      created_at timestamptz not null default clock_timestamp(),
      done_at timestamptz,
      unique nulls not distinct (content_id, user_id, channel, device_id),
      check ((channel = 'PUSH') = (device_id is not null))
    )`,
  sql`
    create index notification_deliveries_due on notification_deliveries (channel, next_attempt_at)
    where status in ('PENDING', 'FAILED') and mail_id is null`,
  sql`create index notification_deliveries_mail on notification_deliveries (mail_id) where mail_id is not null`,
  sql`create index notification_deliveries_user on notification_deliveries (user_id, id desc)`,
  sql`create index notification_deliveries_device on notification_deliveries (device_id) where device_id is not null`,
  // Set by the link in a mail; overrides the preference and the rules until the user requests mail about this kind
  // again.
  sql`alter table notification_preferences add column is_mail_refused boolean not null default false`,
  sql`alter table mail_outbox add column encrypted_unsubscribe bytea`,
];

/** Only the functions write deliveries; users can read their own. */
const POLICIES: Readonly<Record<string, RawBuilder<unknown>>> = {
  notification_settings: sql`using (${isOwn}) with check (${isOwn})`,
  notification_follows: sql`using (${isOwn}) with check (${isOwn})`,
  notification_rules: sql`using (${isOwn}) with check (${isOwn})`,
  push_devices: sql`using (${isOwn}) with check (${isOwn})`,
  notification_deliveries: sql`for select using (${isOwn})`,
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
  for (const statement of NOTIFICATION_CHANNEL_FUNCTIONS) await statement.execute(db);
}
