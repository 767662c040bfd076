/** Counts besides the unread ones, each by one statement, so that its answer is consistent. */
import { sql } from 'kysely';
import type { OrganizationType } from '../../../contract/base/organizations';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { NOTIFICATION_TABS, type NotificationTab } from '../../../contract/notifications/categories';
import { OPEN_WHILE } from '../../../contract/records/notificationRecord';
import { instantOf } from '../../base/dates';
import type { Queries } from '../../database';
import { audienceOf } from './events';
import { OFF_BY_DEFAULT } from './preferences';

/** The caller's notifications of each row of the panel: all of them, and those that still wait. */
export async function countByRecord(
  queries: Queries,
  { categoryCode, recordKeys }: BodyOf<'countByRecord'>,
): Promise<ResponseOf<'countByRecord'>> {
  const { rows } = await sql<ResponseOf<'countByRecord'>['items'][number]>`
    select c.record_key as "recordKey", count(*)::integer as count, (count(*) filter (
      where c.sub_category_code = any (${Object.keys(OPEN_WHILE)}::text[]) and c.outcome is null and not e.is_done
    ))::integer as open
    from notification_contents c join notification_events e on e.content_id = c.id
    where c.record_key = any (${[...recordKeys]}::text[]) and e.user_id = (select app_user_id()) and not e.is_moved
      and e.tab = ${categoryCode}
    group by c.record_key`.execute(queries);
  return { items: rows };
}

interface QuartersRow {
  readonly asOf: Date;
  readonly since: Date;
  readonly sequence: number;
  readonly items: ReadonlyArray<{ readonly tab: NotificationTab; readonly quarter: string; readonly count: number }>;
}

const quarterOf = (moment: ReturnType<typeof sql>) => sql`date_bin('15 minutes', ${moment}, timestamptz 'epoch')`;

/**
 * The caller's notifications per quarter hour.
 * @param hours back from now, rounded down to a quarter hour
 */
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

/**
 * How many people a company notification reaches, with the rules of `notification_send` for these. Other organizations'
 * people are counted by the database's owner.
 */
export async function countCompanyReach(
  queries: Queries,
  { organizationType }: { readonly organizationType: OrganizationType },
): Promise<number> {
  const audience = audienceOf({ kind: 'company', what: 'COMPANY', subject: '', text: '' }, organizationType === 'VMS');
  const { rows } = await sql<{ people: number }>`
    select company_notification_reach(${audience}, ${!OFF_BY_DEFAULT.includes('COMPANY')}) as "people"`.execute(
    queries,
  );
  return rows[0]?.people ?? 0;
}
