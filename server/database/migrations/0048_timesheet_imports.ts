/** Timesheet files that users imported, by request, so that a repeated request imports only once; kept for a day. */
import { sql, type Kysely } from 'kysely';

const isOwn = sql`user_id = (select app_user_id()) and organization_id = (select app_organization_id())`;

const STATEMENTS = [
  sql`
    create table timesheet_imports (
      user_id uuid not null references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      request_id uuid not null,
      -- SHA-256 of the file.
      digest bytea not null,
      imported integer not null check (imported > 0),
      at timestamptz not null default now(),
      primary key (user_id, request_id)
    )`,
  sql`alter table timesheet_imports enable row level security`,
  sql`alter table timesheet_imports force row level security`,
  sql`create policy owner_all on timesheet_imports to current_user using (true) with check (true)`,
  sql`create policy own_rows on timesheet_imports using (${isOwn}) with check (${isOwn})`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
