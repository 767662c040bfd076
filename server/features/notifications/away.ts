/** What arrived during the reader's last absence, and which of it is still open. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { NOTIFICATION_TABS } from '../../../contract/notifications/categories';
import { instantOf } from '../../base/dates';
import type { Queries } from '../../database';

/** With `e` an event and `u` its reader: the event came during the reader's last absence. */
export const cameWhileAway = sql`(e.occurred_at >= u.away_since and e.occurred_at < u.away_until)`;
/**
 * With `c` the content of `e`: neither read, done nor snoozed by the reader, nor settled by anyone. Opening the panel
 * does not count.
 */
export const stillWaits = sql`(
  e.is_read is not true and not e.is_done and e.snoozed_until is null and c.outcome is null)`;

/** How much arrived during the caller's last absence, by kind, and how much of it is open. No kinds without one. */
export async function readAway(queries: Queries): Promise<ResponseOf<'whileAway'>> {
  const { rows } = await sql<{
    readonly since: Date | null;
    readonly until: Date | null;
    readonly kinds: ResponseOf<'whileAway'>['kinds'];
  }>`
    select u.away_since as since, u.away_until as until, (
      select coalesce(json_agg(k order by k.waiting desc, k.came desc, k.kind), '[]') from (
        select c.sub_category_code as kind, e.tab, count(*)::integer as came,
          (count(*) filter (where ${stillWaits}))::integer as waiting
        from unnest(${[...NOTIFICATION_TABS]}::text[]) as t (tab)
        join notification_events e on e.user_id = u.id and e.tab = t.tab
          and e.content_id is not null and not e.is_moved and ${cameWhileAway}
        join notification_contents c on c.id = e.content_id
        group by c.sub_category_code, e.tab) k) as kinds
    from users u where u.id = (select app_user_id())`.execute(queries);
  const { since, until, kinds } = rows[0]!;
  if (since === null || until === null) return { absence: null, kinds: [] };
  return { absence: { since: since.toISOString(), until: until.toISOString() }, kinds };
}

/** Does nothing if the last absence ended at another moment. */
export async function dismissAway(queries: Queries, userId: string, until: string): Promise<void> {
  await queries
    .updateTable('users')
    .set({ away_since: null, away_until: null })
    .where('id', '=', userId)
    .where('away_until', '=', instantOf(until))
    .execute();
}
