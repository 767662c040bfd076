/** A user's notifications, read in their own scope, with one statement per answer, so that it is consistent. */
import { sql, type RawBuilder } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { NOTIFICATION_TABS, type NotificationTab } from '../../../contract/notifications/categories';
import { CATCH_UP_MAX, type Notification, type NotificationEvent } from '../../../contract/notifications/notification';
import { NOTIFICATION_PAGE_SIZE } from '../../../contract/notifications/notifications.endpoints';
import type { Queries } from '../../database';
import { instantOf, stampText } from '../../base/dates';
import type { NotificationContent } from './content';

interface NotificationRow {
  readonly id: string;
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly content: NotificationContent;
}

interface Page {
  readonly notifications: Notification[];
  readonly more: boolean;
}

const toNotification = ({ id, sequence, occurredAt, content }: NotificationRow): Notification => ({
  ...content,
  id,
  sequence,
  notificationDate: occurredAt.toISOString(),
  notificationDateWithZone: stampText(occurredAt),
});

/** One row more than a page shows that there are more. */
function toPage(rows: readonly NotificationRow[]): Page {
  return {
    notifications: rows.slice(0, NOTIFICATION_PAGE_SIZE).map(toNotification),
    more: rows.length > NOTIFICATION_PAGE_SIZE,
  };
}

const ofCaller = sql`e.user_id = (select app_user_id())`;

/** The newest of a tab, one more than a page, as JSON to nest in another statement. */
const newest = (tab: RawBuilder<unknown>, narrower: RawBuilder<unknown> = sql``): RawBuilder<unknown> => sql`
  select e.content_id as "id", e.sequence, e.occurred_at as "occurredAt", c.content
  from notification_events e join notification_contents c on c.id = e.content_id
  where ${ofCaller} and e.tab = ${tab} ${narrower}
  order by e.occurred_at desc, e.content_id desc limit ${NOTIFICATION_PAGE_SIZE + 1}`;

interface Counts {
  readonly sequence: number;
  readonly lastReadAt: Date | null;
  readonly unread: Readonly<Partial<Record<NotificationTab, number>>>;
}

const countsOfCaller = sql`
  select coalesce(max(n.last_sequence), 0) as "sequence", max(n.last_read_at) as "lastReadAt", (
    select coalesce(json_object_agg(u.tab, u.count), '{}') from (
      select e.tab, count(*)::integer as count from notification_events e
      where ${ofCaller} and e.tab is not null and e.sequence > coalesce(max(n.last_read_sequence), 0)
      group by e.tab) u) as "unread"
  from notification_counters n where n.user_id = (select app_user_id())`;

/** Unread notifications by tab, and the sequence number up to which they count. */
export async function readCounts(queries: Queries): Promise<ResponseOf<'notificationCounts'>> {
  const { rows } = await sql<Counts>`${countsOfCaller}`.execute(queries);
  const { unread = {}, sequence = 0 } = rows[0] ?? {};
  return {
    items: NOTIFICATION_TABS.map((categoryCode) => ({ categoryCode, notificationCount: unread[categoryCode] ?? 0 })),
    sequence,
  };
}

interface TabsRow extends Counts {
  readonly tabs: ReadonlyArray<{
    readonly tab: NotificationTab;
    readonly rows: ReadonlyArray<Omit<NotificationRow, 'occurredAt'> & { readonly occurredAt: string }> | null;
  }>;
}

/** The newest notifications of each tab, with the counts. */
export async function readTabs(queries: Queries): Promise<ResponseOf<'userNotifications'>> {
  const { rows } = await sql<TabsRow>`
    select counts.*, (
      select json_agg(json_build_object('tab', t.tab, 'rows', (select json_agg(r) from (${newest(sql`t.tab`)}) r)))
      from unnest(${[...NOTIFICATION_TABS]}::text[]) as t (tab)) as "tabs"
    from (${countsOfCaller}) counts`.execute(queries);
  const { sequence, lastReadAt, unread, tabs } = rows[0] as TabsRow;
  return {
    notificationCategoryTemplateDTOs: tabs.map(({ tab, rows: found }) => ({
      categoryCode: tab,
      notificationCount: unread[tab] ?? 0,
      ...toPage((found ?? []).map((row) => ({ ...row, occurredAt: instantOf(row.occurredAt) }))),
    })),
    notificationLastReadDate: lastReadAt?.toISOString() ?? null,
    sequence,
  };
}

export interface Search {
  readonly categoryCode: NotificationTab;
  readonly keyword: string;
  readonly lastNotificationDate?: string;
  readonly lastNotificationId?: string;
}

/** Pages by (date, id), so that equal dates lose nothing; by the date alone when no id is given. */
export async function search(queries: Queries, wanted: Search): Promise<Page> {
  const { lastNotificationDate: date, lastNotificationId: id } = wanted;
  const keyword = wanted.keyword.trim().toLowerCase();
  const after =
    date === undefined
      ? sql``
      : id === undefined
        ? sql`and e.occurred_at < ${date}::timestamptz`
        : sql`and (e.occurred_at, e.content_id) < (${date}::timestamptz, ${id}::uuid)`;
  const matching = keyword === '' ? sql`` : sql`and strpos(c.search_text, ${keyword}) > 0`;
  const { rows } = await sql<NotificationRow>`
    ${newest(sql`${wanted.categoryCode}`, sql`${after} ${matching}`)}`.execute(queries);
  return toPage(rows);
}

/** `reset` when too much happened after it, some of it was deleted, or it was never reached. */
export async function readSince(queries: Queries, after: number): Promise<ResponseOf<'notificationsSince'>> {
  const { rows } = await sql<{ sequence: number; keptAfter: number; events: ReadonlyArray<EventJson> | null }>`
    select coalesce(max(n.last_sequence), 0) as "sequence", coalesce(max(n.kept_after), 0) as "keptAfter", (
      select json_agg(json_build_object(
        'sequence', e.sequence, 'occurredAt', e.occurred_at, 'id', e.content_id, 'content', c.content) order by e.sequence)
      from notification_events e left join notification_contents c on c.id = e.content_id
      where ${ofCaller} and e.sequence > ${after}
        and coalesce(max(n.last_sequence), 0) - ${after} between 1 and ${CATCH_UP_MAX}) as "events"
    from notification_counters n where n.user_id = (select app_user_id())`.execute(queries);
  const { sequence = 0, keptAfter = 0, events } = rows[0] ?? {};
  const reset = after > sequence || after < keptAfter || sequence - after > CATCH_UP_MAX;
  return { events: reset ? [] : (events ?? []).map(toEvent), sequence, reset };
}

interface EventJson {
  readonly sequence: number;
  readonly occurredAt: string;
  readonly id: string | null;
  readonly content: NotificationContent | null;
}

function toEvent({ sequence, occurredAt, id, content }: EventJson): NotificationEvent {
  const date = instantOf(occurredAt);
  if (id === null || content === null) return { sequence, readDate: date.toISOString() };
  return { sequence, notification: toNotification({ id, sequence, occurredAt: date, content }) };
}

/** `isNew` is false when nothing was new since the last reading, which then stands. */
export async function markRead(queries: Queries): Promise<{ readAt: Date; sequence: number; isNew: boolean }> {
  const { rows } = await sql<{ readAt: Date; sequence: number; isNew: boolean }>`
    select read_at as "readAt", read_sequence as "sequence", is_new as "isNew"
    from notification_mark_read()`.execute(queries);
  return rows[0] as { readAt: Date; sequence: number; isNew: boolean };
}
