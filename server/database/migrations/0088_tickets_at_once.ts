/** Issues a ticket in one statement: after the death of a node thousands of pages ask for one within seconds. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // False if as many of the session wait unused as may, or it does not exist any more.
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
