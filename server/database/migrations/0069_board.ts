/**
 * Teamwork on the notifications of an organization: one user acknowledges a notification, one is assigned to it; and
 * the handover note of a shift. Only the functions write, so that of two users who act at the same time one is first.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

const now = sql`date_trunc('milliseconds', clock_timestamp())`;

const TABLES: readonly Sql[] = [
  sql`
    create table board_entries (
      organization_id uuid not null references organizations (id),
      content_id uuid not null references notification_contents (id) on delete cascade,
      acknowledged_by uuid references users (id) on delete set null,
      acknowledged_at timestamptz not null,
      assignee_id uuid references users (id) on delete set null,
      assigned_at timestamptz,
      version integer not null default 1,
      primary key (organization_id, content_id)
    )`,
  sql`create index board_entries_content on board_entries (content_id)`,
  sql`create index board_entries_newest on board_entries (organization_id, acknowledged_at desc)`,
  sql`
    create table board_handovers (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      request_id uuid not null,
      author_id uuid references users (id) on delete set null,
      note text not null check (note <> '' and length(note) <= 4000),
      created_at timestamptz not null,
      acknowledged_by uuid references users (id) on delete set null,
      acknowledged_at timestamptz,
      unique (organization_id, request_id)
    )`,
  sql`create index board_handovers_newest on board_handovers (organization_id, created_at desc)`,
];

/** The id under which users watch the board of their organization, as they watch records. */
const boardId = sql`
  create function board_id()
  returns uuid language sql stable security definer set search_path = pg_catalog, public as $$
    select md5('board of ' || app_organization_id())::uuid
  $$`;

/** Whether a user of the caller's organization received the notification and still has it. */
const has = sql`
  create function board_has(the_user uuid, the_content uuid)
  returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
    select exists (
      select from notification_events e join users u on u.id = e.user_id
      where e.user_id = the_user and e.content_id = the_content and not e.is_moved
        and u.organization_id = app_organization_id() and u.disabled_at is null)
  $$`;

/**
 * Returns false if another user was faster, and no row if the caller does not have the notification. The first user
 * becomes its assignee.
 */
const acknowledge = sql`
  create function board_acknowledge(the_content uuid)
  returns table (is_first boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    if not board_has(app_user_id(), the_content) then
      return;
    end if;
    insert into board_entries (organization_id, content_id, acknowledged_by, acknowledged_at, assignee_id, assigned_at)
    values (app_organization_id(), the_content, app_user_id(), ${now}, app_user_id(), ${now})
    on conflict do nothing;
    return query select found;
  end $$`;

/** The same for an assignment; returns `null` if the assignee does not have the notification. */
const assign = sql`
  create function board_assign(the_content uuid, the_assignee uuid, the_version integer)
  returns table (is_first boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    if not board_has(app_user_id(), the_content) then
      return;
    end if;
    if the_assignee is not null and not board_has(the_assignee, the_content) then
      return query select null::boolean;
      return;
    end if;
    if the_version = 0 then
      insert into board_entries (organization_id, content_id, acknowledged_by, acknowledged_at, assignee_id, assigned_at)
      values (app_organization_id(), the_content, app_user_id(), ${now}, the_assignee,
        case when the_assignee is not null then ${now} end)
      on conflict do nothing;
    else
      update board_entries b set version = b.version + 1, assignee_id = the_assignee,
        assigned_at = case when the_assignee is not null then ${now} end
      where b.organization_id = app_organization_id() and b.content_id = the_content and b.version = the_version;
    end if;
    return query select found;
  end $$`;

/** Colleagues to whom a notification can be assigned, ordered by name. */
const people = sql`
  create function board_people()
  returns table (user_id uuid, name text)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select u.id, u.first_name || ' ' || u.last_name from users u
    where u.organization_id = app_organization_id() and u.disabled_at is null
    order by u.last_name, u.first_name, u.id limit 500
  $$`;

const handOver = sql`
  create function board_hand_over(the_request uuid, the_note text)
  returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  declare
    made uuid;
  begin
    insert into board_handovers (organization_id, request_id, author_id, note, created_at)
    values (app_organization_id(), the_request, app_user_id(), the_note, ${now})
    on conflict do nothing returning id into made;
    if made is null then
      select h.id into made from board_handovers h
      where h.organization_id = app_organization_id() and h.request_id = the_request;
    end if;
    return made;
  end $$`;

/**
 * Returns no row if the organization has no such note. Authors cannot take over their own notes; of two users, the
 * first one takes over.
 */
const takeOver = sql`
  create function board_take_over(the_handover uuid)
  returns table (is_first boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
  begin
    if not exists (
      select from board_handovers h where h.id = the_handover and h.organization_id = app_organization_id())
    then
      return;
    end if;
    update board_handovers h set acknowledged_by = app_user_id(), acknowledged_at = ${now}
    where h.id = the_handover and h.acknowledged_at is null and h.author_id is distinct from app_user_id();
    return query select found;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await statement.execute(db);
  for (const table of ['board_entries', 'board_handovers']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    await sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`.execute(
      db,
    );
    await sql`
      create policy own_rows on ${sql.table(table)} for select using (organization_id = (select app_organization_id()))
    `.execute(db);
  }
  for (const made of [boardId, has, acknowledge, assign, people, handOver, takeOver]) await made.execute(db);
}
