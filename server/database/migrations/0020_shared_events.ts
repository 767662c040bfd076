/**
 * Sockets read the events of many users at once, and most users get the same events, so each distinct list of events is
 * returned once, with all its readers. Sequences are relative to each reader's position, so that equal lists match.
 */
import { sql, type Kysely } from 'kysely';

const eventsAfter = sql`
  create function notification_events_after(wanted_ids uuid[], after_sequences bigint[], most integer)
  returns table (events jsonb, places json)
  language sql stable security definer set search_path = pg_catalog, public as $$
    select s.events, json_agg(s.place)
    from (
      select w.place, jsonb_agg(jsonb_build_array(e.sequence - w.after, e.occurred_at, e.content_id) order by e.sequence) as events
      from unnest(wanted_ids, after_sequences) with ordinality as w (id, after, place)
      cross join lateral (
        select n.sequence, n.occurred_at, n.content_id from notification_events n
        where n.user_id = w.id and n.sequence > w.after order by n.sequence limit most
      ) e
      group by w.place
    ) s
    group by s.events
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function notification_events_after(uuid[], bigint[], integer)`.execute(db);
  await eventsAfter.execute(db);
}
