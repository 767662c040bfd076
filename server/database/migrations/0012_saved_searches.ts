/** Saved searches and card arrangements of dashboards. Public searches can be read by the whole organization. */
import { sql, type Kysely } from 'kysely';

const isOwn = sql`user_id = (select app_user_id()) and organization_id = (select app_organization_id())`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_searches (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id) on delete cascade,
      dashboard text not null,
      search_name text not null check (search_name <> '' and search_name = btrim(search_name) and length(search_name) <= 50),
      is_public boolean not null default false,
      is_default boolean not null default false,
      filter text not null check (length(filter) <= 60000),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  // These unique indexes resolve conflicts between two tabs that save at the same time.
  await sql`create unique index saved_searches_name on saved_searches (user_id, dashboard, lower(search_name))`.execute(
    db,
  );
  await sql`create unique index saved_searches_default on saved_searches (user_id, dashboard) where is_default`.execute(
    db,
  );
  await sql`create index saved_searches_public on saved_searches (organization_id, dashboard) where is_public`.execute(
    db,
  );
  // One row for the cards, with an empty type, and one for the statuses of each card.
  await sql`
    create table dashboard_preferences (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id) on delete cascade,
      widget_type text not null,
      filter text not null check (length(filter) <= 60000),
      updated_at timestamptz not null default now(),
      unique (user_id, widget_type)
    )`.execute(db);

  for (const table of ['saved_searches', 'dashboard_preferences']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    await sql`create policy owner_all on ${sql.table(table)} to current_user using (true) with check (true)`.execute(
      db,
    );
    await sql`create policy own_rows on ${sql.table(table)} using (${isOwn}) with check (${isOwn})`.execute(db);
  }
  await sql`
    create policy public_ones on saved_searches for select
    using (is_public and organization_id = (select app_organization_id()))`.execute(db);
}
