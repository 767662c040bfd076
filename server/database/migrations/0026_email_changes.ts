/**
 * Email addresses changed by an administrator: passwords are not mailed to the new address until `waits_until`, or
 * until it is confirmed.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      user_id uuid primary key references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      previous_email text not null,
      waits_until timestamptz not null
    )`.execute(db);
  await sql`alter table email_changes enable row level security`.execute(db);
  await sql`alter table email_changes force row level security`.execute(db);
  await sql`create policy owner_all on email_changes to current_user using (true) with check (true)`.execute(db);
  await sql`
    create policy own_organization on email_changes
    using (organization_id = app_organization_id()) with check (organization_id = app_organization_id())`.execute(db);

  // Platform owners confirm the addresses of all organizations but see nothing else of their users.
  await sql`
    create function access_owner_find_user(wanted_id uuid)
    returns table (organization_id uuid, organization_type text, tenant_id uuid)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select o.id, o.type, o.tenant_id from users u join organizations o on o.id = u.organization_id
      where u.id = wanted_id and app_organization_type() = 'OWNER'
    $$`.execute(db);
}
