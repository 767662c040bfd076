/** Counts the caller's notifications of each row of the panel: all of them, and those that still wait. */
import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { OPEN_WHILE } from '../../../contract/records/notificationRecord';
import type { Queries } from '../../database';

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
