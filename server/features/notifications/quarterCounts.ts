/** Notifications per quarter hour, in the caller's scope: one statement, so that the answer is consistent. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { NOTIFICATION_TABS, type NotificationTab } from '../../../contract/notifications/categories';
import { instantOf } from '../../base/dates';
import type { Queries } from '../../database';

interface QuartersRow {
  readonly asOf: Date;
  readonly since: Date;
  readonly sequence: number;
  readonly items: ReadonlyArray<{ readonly tab: NotificationTab; readonly quarter: string; readonly count: number }>;
}

const quarterOf = (moment: ReturnType<typeof sql>) => sql`date_bin('15 minutes', ${moment}, timestamptz 'epoch')`;

/** @param hours back from now, rounded down to a quarter hour */
export async function readQuarters(queries: Queries, hours: number): Promise<ResponseOf<'notificationQuarters'>> {
  const { rows } = await sql<QuartersRow>`
    with frame as (select now() as "asOf", ${quarterOf(sql`now() - make_interval(hours => ${hours}::integer)`)} as "since")
    select frame.*,
      coalesce((select last_sequence from notification_counters where user_id = (select app_user_id())), 0) as "sequence",
      (select coalesce(json_agg(q), '[]') from (
        select e.tab, ${quarterOf(sql`e.occurred_at`)} as quarter, count(*)::integer as count
        from notification_events e
        where e.user_id = (select app_user_id()) and e.content_id is not null
          and e.tab = any (${[...NOTIFICATION_TABS]}::text[]) and e.occurred_at >= frame."since"
        group by 1, 2 order by 2, 1) q) as "items"
    from frame`.execute(queries);
  const { asOf, since, sequence, items } = rows[0] as QuartersRow;
  return {
    asOf: asOf.toISOString(),
    since: since.toISOString(),
    sequence,
    items: items.map(({ tab, quarter, count }) => ({
      categoryCode: tab,
      quarter: instantOf(quarter).toISOString(),
      notificationCount: count,
    })),
  };
}
