/**
 * A woken socket mostly gets a single event, which is returned with its content, so that a node needs one query instead
 * of two. The plan is generic, because planning took as long as reading.
 */
import { sql, type Kysely } from 'kysely';

const eventsAfter = sql`
  create function notification_events_after(wanted_ids uuid[], after_sequences bigint[], most integer)
  returns table (events jsonb, places json, content text)
  language sql stable security definer
  set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
    select s.events, json_agg(s.place), case when jsonb_array_length(s.events) = 1 then (
      select c.content::text from notification_contents c where c.id = (s.events -> 0 ->> 2)::uuid) end
    from (
      select w.place, jsonb_agg(
        case when e.change is null then jsonb_build_array(e.sequence - w.after, e.occurred_at, e.content_id)
        else jsonb_build_array(e.sequence - w.after, e.occurred_at, null, e.change) end order by e.sequence) as events
      from unnest(wanted_ids, after_sequences) with ordinality as w (id, after, place)
      cross join lateral (
        select n.sequence, n.occurred_at, n.content_id, n.change from notification_events n
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
