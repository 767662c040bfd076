/**
 * The changed email addresses that await confirmation by platform owners, who see nothing else of other organizations'
 * users.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function owner_changed_addresses()
    returns table (
      id uuid, organization text, user_name text, first_name text, last_name text, previous_email text, email text,
      waits_until timestamptz)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select u.id, o.name, u.user_name, u.first_name, u.last_name, c.previous_email, u.email, c.waits_until
      from email_changes c join users u on u.id = c.user_id join organizations o on o.id = u.organization_id
      where c.waits_until > now() and app_organization_type() = 'OWNER'
        and exists (select from users me where me.id = app_user_id() and me.user_type = 'OWNER')
    $$`.execute(db);
}
