/** Open pages extend a session by at most the idle timeout of its organization, like every other request. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function access_touch_sessions(touched_ids uuid[], idle_seconds integer)
    returns void language sql security definer set search_path = pg_catalog, public as $$
      update sessions s set last_used_at = now(),
        idle_expires_at = now() + make_interval(secs => least(idle_seconds, o.idle_minutes * 60))
      from organizations o
      where o.id = s.organization_id and s.id in (
        -- In one order, so that two nodes never wait for each other. A session that somebody holds is in use anyway.
        select id from sessions
        where id = any (touched_ids) and state = 'live' and ended_at is null
          and least(idle_expires_at, expires_at) > now()
        order by id for update skip locked
      )
    $$`.execute(db);
}
