/**
 * A search for several words queries each block for one of them first, and for all of them only if that one is
 * frequent. Words that most notifications have, such as the name of a facility, are then queried in few blocks.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NOTIFICATION_TABS } from '../../../contract/notifications/categories';

/** The same as in 0073, where the contents were numbered. */
const BLOCK_BITS = sql.lit(11);
/**
 * This many of the newest notifications are read before the index is queried: matches of frequent words fill a page by
 * then.
 */
const NEWEST = sql.lit(500);
const TABS = sql.join(NOTIFICATION_TABS.map((tab) => sql.lit(tab)));

/** The reader's last events in each tab before a time; several may have the same time. */
const lastBefore = (moment: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select e.sequence from unnest(array[${TABS}]) as t (tab)
  cross join lateral (
    select y.occurred_at from notification_events y
    where y.user_id = reader and y.tab = t.tab and y.content_id is not null and not y.is_moved and y.occurred_at < ${moment}
    order by y.occurred_at desc, y.content_id desc limit 1) last
  join notification_events e on e.user_id = reader and e.tab = t.tab and e.content_id is not null and not e.is_moved
    and e.occurred_at = last.occurred_at)`;

/** The block of the reader's event that is closest to a sequence. */
const blockNextTo = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select c.number >> ${BLOCK_BITS} from notification_events e join notification_contents c on c.id = e.content_id
  where e.user_id = reader and not e.is_returned and ${condition} order by e.sequence ${order} limit 1)`;

/*
 * Sequences of the caller's notifications, newest first, whatever their state. The pattern is a text search query with
 * '=' as the placeholder of the block; null means no filter. Runs as the owner, so that the index on words is used, but
 * returns only the caller's own notifications. Plans are forced, because the planner's estimates for unknown words are
 * far off. If a block has fewer than `often` matches of a word, they are read one by one; a word with more is not
 * queried by itself again.
 */
export const findBy = (often: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  create or replace function notification_find(pattern text, from_at timestamptz, until_at timestamptz, before_sequence bigint,
    most integer)
  returns table (found_sequence bigint)
  language plpgsql stable security definer set search_path = pg_catalog, public
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
  declare
    reader constant uuid := app_user_id();
    highest bigint := before_sequence - 1;
    lowest bigint := 0;
    recent bigint;
    wanted integer := most;
    found_count integer;
    newest_block bigint;
    oldest_block bigint;
    query tsquery;
    -- Those that may be rare, how many of each were seen, and the rarest so far.
    rare text[];
    seen integer[];
    rarest integer := 1;
    rare_query tsquery;
    rare_count integer;
    those uuid[];
    there bigint[];
    found_there bigint[] := '{}';
    is_last boolean := false;
  begin
    select least(highest, n.last_sequence) into highest from notification_counters n where n.user_id = reader;
    -- Dates and sequences have the same order.
    if until_at is not null then
      select least(highest, coalesce(max(x.sequence), 0)) into highest from ${lastBefore(sql`until_at`)} x;
    end if;
    if from_at is not null then
      select coalesce(max(x.sequence), 0) into lowest from ${lastBefore(sql`from_at`)} x;
    end if;
    recent := case when pattern is null then lowest else greatest(lowest, highest - ${NEWEST}) end;
    return query
    select e.sequence from notification_events e join notification_contents c on c.id = e.content_id
    where e.user_id = reader and not e.is_moved and e.sequence > recent and e.sequence <= highest
      and (pattern is null or c.words @@ notification_query(pattern, c.number >> ${BLOCK_BITS}))
    order by e.sequence desc limit wanted;
    get diagnostics found_count = row_count;
    wanted := wanted - found_count;
    if wanted = 0 or recent <= lowest then
      return;
    end if;
    rare := string_to_array(pattern, ' & ');
    if cardinality(rare) = 1 then
      rare := '{}';
    end if;
    seen := array_fill(0, array[cardinality(rare)]);
    -- Whoever writes at the same time may get number and sequence in different order: one block more than needed.
    newest_block := ${blockNextTo(sql`e.sequence <= recent`, sql`desc`)} + 1;
    oldest_block := ${blockNextTo(sql`e.sequence > lowest`, sql`asc`)} - 1;
    for block in reverse newest_block .. oldest_block loop
      query := notification_query(pattern, block);
      rare_count := ${often};
      if cardinality(rare) > 0 then
        rare_query := notification_query(rare[rarest], block);
        with one_word as materialized (
          select c.id, c.words from notification_contents c where c.words @@ rare_query limit ${often})
        select count(*), coalesce(array_agg(o.id) filter (where o.words @@ query), '{}') into rare_count, those from one_word o;
        if rare_count > 0 then
          if rare_count = ${often} then
            rare := rare[:rarest - 1] || rare[rarest + 1:];
            seen := seen[:rarest - 1] || seen[rarest + 1:];
          else
            seen[rarest] := seen[rarest] + rare_count;
          end if;
          rarest := (select s.at from unnest(seen) with ordinality s (times, at) order by s.times, s.at limit 1);
        end if;
      end if;
      -- Materialized: otherwise the reader's events are gone through in their order for as long as none matches.
      if rare_count < ${often} then
        continue when those = '{}' and not is_last;
        with own as materialized (
          select e.sequence from unnest(those) t join notification_events e on e.user_id = reader and e.content_id = t
          where not e.is_moved and not e.is_returned and e.sequence > lowest and e.sequence <= recent)
        select array(select o.sequence from own o order by o.sequence desc limit wanted) into there;
      else
        with all_words as materialized (select c.id from notification_contents c where c.words @@ query),
        own as materialized (
          select e.sequence from all_words join notification_events e on e.user_id = reader and e.content_id = all_words.id
          where not e.is_moved and not e.is_returned and e.sequence > lowest and e.sequence <= recent)
        select array(select o.sequence from own o order by o.sequence desc limit wanted) into there;
      end if;
      found_there := found_there || there;
      exit when is_last;
      is_last := cardinality(found_there) >= wanted;
    end loop;
    -- What came back from a snooze is later than its block says; it is not much.
    return query
    select x.sequence from (
      select unnest(found_there) as sequence
      union all
      select e.sequence from notification_events e join notification_contents c on c.id = e.content_id
      where e.user_id = reader and e.is_returned and not e.is_moved and e.sequence > lowest and e.sequence <= recent
        and c.words @@ notification_query(pattern, c.number >> ${BLOCK_BITS})) x
    order by x.sequence desc limit wanted;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await findBy(sql.lit(64)).execute(db);
}
