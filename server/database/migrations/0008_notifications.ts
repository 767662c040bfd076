/**
 * Notifications and when they were read. Each user has one sequence for both, taken from a counter row that is locked
 * until the transaction ends: no number is missing, and none appears after a higher one.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_TABS } from '../../../contract/notifications/categories';
import { NOTIFICATION_FUNCTIONS } from './0008_notifications.functions';

const oneOf = (codes: readonly string[]): RawBuilder<unknown> => sql.join(codes.map((code) => sql.lit(code)));
/** Sub-categories change with the product; only their codes are stored. */
const codeLike = sql`~ '^[A-Z][A-Z_]{0,59}$'`;
const ofUser = sql`
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id)`;
const isOwn = sql`user_id = (select app_user_id()) and organization_id = (select app_organization_id())`;

const TABLES: readonly RawBuilder<unknown>[] = [
  sql`
    create table notification_counters (
      ${ofUser},
      last_sequence bigint not null check (last_sequence > 0),
      last_at timestamptz not null,
      last_read_sequence bigint check (last_read_sequence <= last_sequence),
      last_read_at timestamptz,
      primary key (user_id),
      check ((last_read_sequence is null) = (last_read_at is null))
    )`,
  // Stored once for all recipients.
  sql`
    create table notification_contents (
      id uuid primary key default gen_random_uuid(),
      tenant_id uuid not null references organizations (id),
      category_code text not null check (category_code in (${oneOf(NOTIFICATION_CATEGORIES)})),
      sub_category_code text not null check (sub_category_code ${codeLike}),
      content json not null,
      search_text text not null,
      created_at timestamptz not null default clock_timestamp()
    )`,
  // A row without content is a read marker: all notifications before it had been read by then.
  sql`
    create table notification_events (
      ${ofUser},
      sequence bigint not null check (sequence > 0),
      occurred_at timestamptz not null check (occurred_at = date_trunc('milliseconds', occurred_at)),
      content_id uuid references notification_contents (id),
      tab text check (tab in (${oneOf(NOTIFICATION_TABS)})),
      primary key (user_id, sequence),
      unique (user_id, content_id),
      check ((content_id is null) = (tab is null))
    )`,
  sql`
    create index notification_events_pages on notification_events (user_id, tab, occurred_at desc, content_id desc)
    where content_id is not null`,
  sql`create index notification_events_content on notification_events (content_id)`,
  sql`
    create table notification_preferences (
      id uuid primary key default gen_random_uuid(),
      ${ofUser},
      sub_category_code text not null check (sub_category_code ${codeLike}),
      notification boolean not null,
      email_notification boolean not null,
      mobile_notification boolean not null,
      all_notification boolean not null,
      unique (user_id, sub_category_code)
    )`,
  sql`
    create table company_notifications (
      ${ofUser},
      request_id uuid not null,
      sent_at timestamptz not null default clock_timestamp(),
      primary key (organization_id, request_id)
    )`,
  sql`
    create table chat_messages (
      id uuid primary key default gen_random_uuid(),
      tenant_id uuid not null,
      agency_id uuid not null,
      candidate_id uuid not null,
      from_candidate boolean not null,
      author_name text not null,
      text text not null check (text <> '' and length(text) <= 4000),
      created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
      foreign key (candidate_id, agency_id, tenant_id) references candidates (id, agency_id, tenant_id)
    )`,
  sql`create index chat_messages_candidate on chat_messages (candidate_id, created_at desc)`,
  sql`alter table organizations add column notification_configs text[] not null default '{}'`,
];

/** Maps each table to the operations that its policy allows, and for which rows. Only the functions write sequences. */
const POLICIES: Readonly<Record<string, RawBuilder<unknown>>> = {
  notification_counters: sql`for select using (${isOwn})`,
  notification_events: sql`for select using (${isOwn})`,
  notification_contents: sql`for select using (exists (
    select from notification_events e
    where e.content_id = notification_contents.id and e.user_id = (select app_user_id())))`,
  notification_preferences: sql`using (${isOwn}) with check (${isOwn})`,
  company_notifications: sql`using (${isOwn}) with check (${isOwn})`,
  chat_messages: sql`
    using (tenant_id = (select app_tenant_id())
      and ((select app_organization_type()) = 'VMS' or agency_id = (select app_organization_id())))
    with check (tenant_id = (select app_tenant_id())
      and ((select app_organization_type()) = 'VMS' or agency_id = (select app_organization_id())))`,
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
  for (const statement of NOTIFICATION_FUNCTIONS) await statement.execute(db);
}
