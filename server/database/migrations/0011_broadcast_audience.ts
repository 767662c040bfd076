/** The organizations to which a broadcast can be addressed, with their numbers of users. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function broadcast_audience()
    returns table (id uuid, name text, type text, nameable boolean, people integer)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select r.organization_id, r.name, r.organization_type, r.nameable, (
        select count(*)::integer from users u
        where u.organization_id = r.organization_id and u.disabled_at is null)
      from broadcast_reach() r
    $$`.execute(db);
}
