/**
 * Queries that are too long for a URL, to which links refer by a short id. All users of the organization can read them.
 */
import { sql, type Kysely } from 'kysely';

const isOwn = sql`organization_id = (select app_organization_id())`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_queries (
      organization_id uuid not null references organizations (id),
      id text not null check (id ~ '^[0-9a-f]{8}$'),
      user_id uuid not null references users (id) on delete cascade,
      search text not null check (length(search) <= 60000),
      kept_at timestamptz not null default now(),
      primary key (organization_id, id)
    )`.execute(db);
  await sql`create index kept_queries_user on kept_queries (user_id, kept_at)`.execute(db);
  await sql`alter table kept_queries enable row level security`.execute(db);
  await sql`alter table kept_queries force row level security`.execute(db);
  await sql`create policy owner_all on kept_queries to current_user using (true) with check (true)`.execute(db);
  await sql`create policy own_rows on kept_queries using (${isOwn}) with check (${isOwn})`.execute(db);
}
