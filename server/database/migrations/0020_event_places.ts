/** The rows for the sockets say whose they are by the place among those who were asked for: shorter than an id, and no search. */
import { sql, type Kysely } from 'kysely';

const eventsAfter = sql`
  create function notification_events_after(wanted_ids uuid[], after_sequences bigint[], most integer)
  returns table (place integer, sequence bigint, occurred_at timestamptz, content_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select w.place::integer, e.sequence, e.occurred_at, e.content_id
    from unnest(wanted_ids, after_sequences) with ordinality as w (id, after, place)
    cross join lateral (
      select n.sequence, n.occurred_at, n.content_id from notification_events n
      where n.user_id = w.id and n.sequence > w.after order by n.sequence limit most
    ) e
    order by w.place, e.sequence
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function notification_events_after(uuid[], bigint[], integer)`.execute(db);
  await eventsAfter.execute(db);
}
