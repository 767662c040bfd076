/**
 * Saved views of lists: the filters, the sort order, the visible columns and the part of the list. Only the owner of a
 * view can change it; colleagues can see shared views. Administrators can share views.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

const isOwn = sql`user_id = (select app_user_id()) and organization_id = (select app_organization_id())`;

const STATEMENTS: readonly Sql[] = [
  sql`
    create table list_views (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id) on delete cascade,
      list text not null,
      name text not null check (name <> '' and name = btrim(name) and length(name) <= 50),
      is_shared boolean not null default false,
      is_default boolean not null default false,
      settings jsonb not null check (length(settings::text) <= 60000),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`,
  // These unique indexes resolve conflicts between two tabs that save at the same time.
  sql`create unique index list_views_name on list_views (user_id, list, lower(name))`,
  sql`create unique index list_views_default on list_views (user_id, list) where is_default`,
  sql`create index list_views_shared on list_views (organization_id, list) where is_shared`,
  sql`alter table list_views enable row level security`,
  sql`alter table list_views force row level security`,
  sql`create policy owner_all on list_views to current_user using (true) with check (true)`,
  sql`create policy own_rows on list_views using (${isOwn}) with check (${isOwn})`,
  sql`
    create policy shared_ones on list_views for select
    using (is_shared and organization_id = (select app_organization_id()))`,
  sql`
    insert into role_permissions (role_id, organization_id, permission)
    select r.id, r.organization_id, 'LIST_SHARE_VIEWS' from roles r join organizations o on o.id = r.organization_id
    where exists (
      select from role_permissions p where p.role_id = r.id
        and p.permission = case o.type when 'AGENCY' then 'VMS_AGENCY_USER_EDIT' else 'ROLE_EDIT' end)
    on conflict do nothing`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
