/** Issues a ticket in one statement: after a node fails, thousands of pages request one within seconds. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Returns false if the session already has the maximum number of unused tickets or no longer exists.
  await sql`
    create function access_issue_ticket(the_hash bytea, the_session uuid, seconds double precision, most integer)
    returns boolean
    language sql volatile security definer set search_path = pg_catalog, public as $$
      with issued as (
        insert into websocket_tickets (ticket_hash, organization_id, session_id, expires_at)
        select the_hash, s.organization_id, s.id, now() + make_interval(secs => seconds)
        from sessions s
        where s.id = the_session and (
          select count(*) from websocket_tickets t where t.session_id = s.id and t.expires_at > now()) < most
        returning 1
      )
      select exists (select from issued)
    $$`.execute(db);
}
