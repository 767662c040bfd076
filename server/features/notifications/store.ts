/** A user's notifications, read in their own scope, with one statement per answer, so that it is consistent. */
import { sql, type RawBuilder } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { NOTIFICATION_TABS, type NotificationTab } from '../../../contract/notifications/categories';
import {
  CATCH_UP_MAX,
  type Notification,
  type NotificationEvent,
  type NotificationState,
} from '../../../contract/notifications/notification';
import {
  NOTIFICATION_PAGE_SIZE,
  STICKY_MAX,
  type NotificationView,
} from '../../../contract/notifications/notifications.endpoints';
import type { NotificationChange } from './states';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import { instantOf, stampText } from '../../base/dates';
import type { NotificationContent } from './content';

interface NotificationRow {
  readonly id: string;
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly content: NotificationContent;
  readonly isDismissed: boolean;
  /** Null if its reader has not changed its state. */
  readonly state: NotificationState | null;
}

interface Page {
  readonly notifications: Notification[];
  readonly more: boolean;
}

const toNotification = ({ id, sequence, occurredAt, content, isDismissed, state }: NotificationRow): Notification => ({
  ...content,
  id,
  sequence,
  stickyNotification: content.stickyNotification && !isDismissed,
  notificationDate: occurredAt.toISOString(),
  notificationDateWithZone: stampText(occurredAt),
  ...(state && { state }),
});

/** Queries read one row more than a page, to know whether there are more. */
function toPage(rows: readonly NotificationRow[]): Page {
  return {
    notifications: rows.slice(0, NOTIFICATION_PAGE_SIZE).map(toNotification),
    more: rows.length > NOTIFICATION_PAGE_SIZE,
  };
}

const ofCaller = sql`e.user_id = (select app_user_id())`;

const stateOf = sql`
  case when e.is_read is not null or e.is_done or e.is_saved or e.snoozed_until is not null or c.outcome is not null
  then jsonb_build_object(
    'read', e.is_read, 'done', e.is_done, 'saved', e.is_saved,
    'snoozedUntil', to_char(e.snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || case when c.outcome is null then '{}' else jsonb_build_object('settled', c.outcome) end
  end`;
const columns = sql`
  e.content_id as "id", e.sequence, e.occurred_at as "occurredAt", c.content,
  e.is_dismissed as "isDismissed", ${stateOf} as "state"
  from notification_events e join notification_contents c on c.id = e.content_id`;
/** What a tab lists. The others are in its views, and found by keywords. */
const listed = sql`not e.is_done and e.snoozed_until is null`;

/** The newest of a tab, one more than a page, as JSON to nest in another statement. */
const newest = (tab: RawBuilder<unknown>, narrower: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${columns}
  where ${ofCaller} and e.content_id is not null and not e.is_moved and e.tab = ${tab} and ${narrower}
  order by e.occurred_at desc, e.content_id desc limit ${NOTIFICATION_PAGE_SIZE + 1}`;

const isFresh = (seenUpTo: RawBuilder<unknown>) => sql`
  e.is_read is not true and (e.is_read = false or e.sequence > coalesce((${seenUpTo} ->> e.tab)::bigint, 0))`;

interface Counts {
  /** Null before the first event. */
  readonly sequence: number | null;
  readonly lastReadAt: Date | null;
  readonly unread: Readonly<Partial<Record<NotificationTab, number>>>;
  readonly fresh: Readonly<Partial<Record<NotificationTab, number>>>;
  readonly seenUpTo: Readonly<Partial<Record<NotificationTab, number>>> | null;
}

/** What the counts are about. */
const isCounted = sql`${ofCaller} and e.content_id is not null and not e.is_moved and ${listed}`;

/**
 * What is kept unread, what came after the last reading, and in each tab what came after it was seen: nothing of what
 * was read and seen before. Later events did not occur earlier, so a tab is read by its dates; its index has no
 * sequence. Materialized, the limits are columns: under row-level security only these, and no expressions, are searched
 * by an index.
 */
const countsOfCaller = sql`
  with reader as materialized (
    select n.last_sequence, n.last_read_at, n.seen_up_to, coalesce(n.last_read_sequence, 0) as read_up_to
    from (select 1) one left join notification_counters n on n.user_id = (select app_user_id())
  ), mark as materialized (
    select t.tab, coalesce((r.seen_up_to ->> t.tab)::bigint, 0) as up_to
    from reader r cross join unnest(${[...NOTIFICATION_TABS]}::text[]) as t (tab)
  ), seen as materialized (
    select k.tab, k.up_to, coalesce(m.occurred_at, '-infinity') as at
    from mark k left join notification_events m on m.user_id = (select app_user_id()) and m.sequence = k.up_to
  )
  select r.last_sequence as "sequence", r.last_read_at as "lastReadAt", r.seen_up_to as "seenUpTo",
    coalesce(counted.unread, '{}') as "unread", coalesce(counted.fresh, '{}') as "fresh"
  from reader r cross join lateral (
    select json_object_agg(t.tab, t.unread) as unread, json_object_agg(t.tab, t.fresh) as fresh from (
      select part.tab, sum(part.unread)::integer as unread, sum(part.fresh)::integer as fresh from (
        select e.tab, count(*) as fresh,
          count(*) filter (where coalesce(e.unread_sequence, e.sequence) > r.read_up_to) as unread
        from notification_events e where ${isCounted} and e.is_read = false group by e.tab
        union all
        select e.tab, 0, count(*) from notification_events e
        where ${isCounted} and e.is_read is null and e.sequence > r.read_up_to group by e.tab
        union all
        select s.tab, (
          select count(*) from notification_events e
          where ${isCounted} and e.is_read is null and e.tab = s.tab and e.occurred_at >= s.at and e.sequence + 0 > s.up_to), 0
        from seen s) part
      group by part.tab) t
  ) counted`;

/** Unread notifications by tab, and the sequence number up to which they count. */
export async function readCounts(queries: Queries): Promise<ResponseOf<'notificationCounts'>> {
  const { rows } = await sql<Counts>`${countsOfCaller}`.execute(queries);
  const { unread, sequence } = rows[0] as Counts;
  return {
    items: NOTIFICATION_TABS.map((categoryCode) => ({ categoryCode, notificationCount: unread[categoryCode] ?? 0 })),
    sequence: sequence ?? 0,
  };
}

type JsonRow = Omit<NotificationRow, 'occurredAt'> & { readonly occurredAt: string };
interface TabsRow extends Counts {
  readonly tabs: ReadonlyArray<{ readonly tab: NotificationTab; readonly rows: readonly JsonRow[] | null }>;
  readonly sticky: readonly JsonRow[] | null;
  readonly stickyCount: number;
}

/** Notifications whose toasts stay, and are shown. */
const isToast = sql`${ofCaller} and e.is_sticky and not e.is_dismissed and not e.is_moved`;

const fromJson = (row: JsonRow): NotificationRow => ({ ...row, occurredAt: instantOf(row.occurredAt) });

/** The newest notifications of each tab, with the counts. */
export async function readTabs(queries: Queries): Promise<ResponseOf<'userNotifications'>> {
  const { rows } = await sql<TabsRow>`
    select counts.*, (
      select json_agg(json_build_object('tab', t.tab, 'rows', (select json_agg(r) from (${newest(sql`t.tab`, listed)}) r)))
      from unnest(${[...NOTIFICATION_TABS]}::text[]) as t (tab)) as "tabs", (
      select json_agg(r order by r.sequence desc) from (
        select ${columns} where ${isToast} order by e.sequence desc limit ${STICKY_MAX}) r) as "sticky", (
      select count(*)::integer from notification_events e where ${isToast}) as "stickyCount"
    from (${countsOfCaller}) counts`.execute(queries);
  const { sequence, lastReadAt, unread, fresh, seenUpTo, tabs, sticky, stickyCount } = rows[0] as TabsRow;
  return {
    notificationCategoryTemplateDTOs: tabs.map(({ tab, rows: found }) => ({
      categoryCode: tab,
      notificationCount: unread[tab] ?? 0,
      freshCount: fresh[tab] ?? 0,
      seenUpTo: seenUpTo?.[tab] ?? 0,
      ...toPage((found ?? []).map(fromJson)),
    })),
    sticky: (sticky ?? []).map((row) => toNotification(fromJson(row))),
    stickyCount,
    notificationLastReadDate: lastReadAt?.toISOString() ?? null,
    sequence: sequence ?? 0,
  };
}

/** The caller's notifications at these places of their sequence, newest first. One beyond the page: there are more. */
export async function readPlaces(queries: Queries, sequences: RawBuilder<unknown>): Promise<Page> {
  const { rows } = await sql<NotificationRow>`
    select ${columns}
    where ${ofCaller} and e.sequence = any (array(${sequences})) order by e.sequence desc`.execute(queries);
  return toPage(rows);
}

export interface Search {
  readonly categoryCode: NotificationTab;
  readonly keyword: string;
  readonly view?: NotificationView;
  readonly recordKey?: string;
  /** An ISO instant: with the id, the last one the caller has; the page continues after it. */
  readonly lastNotificationDate?: string;
  readonly lastNotificationId?: string;
}

/** Concerns the caller personally: their tasks, and the candidates they look after. */
const isMine = sql`(c.sub_category_code = 'TASK_DUE' or c.content ->> 'recruiterId' = (select app_user_id())::text)`;

/** Without a view: what the tab lists, or everything. */
function inView(view: NotificationView | undefined, isEverything: boolean): RawBuilder<unknown> {
  switch (view) {
    case 'unread':
      return sql`${listed} and ${isFresh(sql`(
        select n.seen_up_to from notification_counters n where n.user_id = (select app_user_id()))`)}`;
    case 'mine':
      return sql`${listed} and ${isMine}`;
    case 'saved':
      return sql`e.is_saved`;
    case 'snoozed':
      return sql`e.snoozed_until is not null`;
    case 'done':
      return sql`e.is_done`;
    case undefined:
      return isEverything ? sql`true` : listed;
  }
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
  // Narrows first: few notifications belong to one record.
  const recordFilter =
    wanted.recordKey === undefined
      ? sql``
      : sql`and e.content_id = any (array(select t.id from notification_contents t where t.record_key = ${wanted.recordKey}))`;
  const isEverything = keyword !== '' || wanted.recordKey !== undefined;
  const narrower = sql`${inView(wanted.view, isEverything)} ${after} ${matching} ${recordFilter}`;
  const { rows } = await sql<NotificationRow>`${newest(sql`${wanted.categoryCode}`, narrower)}`.execute(queries);
  return toPage(rows);
}

/** Throws `not.found` if it is another user's, or was deleted. */
export async function readOne(queries: Queries, id: string): Promise<Notification> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} where ${ofCaller} and e.content_id = ${id}::uuid and not e.is_moved`.execute(queries);
  if (rows[0] === undefined) throw new ApiError('not.found');
  return toNotification(rows[0]);
}

/** `reset` when too much happened after it, some of it was deleted, or it was never reached. */
export async function readSince(queries: Queries, after: number): Promise<ResponseOf<'notificationsSince'>> {
  const { rows } = await sql<{ sequence: number; keptAfter: number; events: ReadonlyArray<EventJson> | null }>`
    select coalesce(max(n.last_sequence), 0) as "sequence", coalesce(max(n.kept_after), 0) as "keptAfter", (
      select json_agg(json_build_object(
        'sequence', e.sequence, 'occurredAt', e.occurred_at, 'id', e.content_id, 'content', c.content,
        'change', e.change, 'isReturned', e.is_returned) order by e.sequence)
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
  readonly change: NotificationChange | null;
  readonly isReturned: boolean;
}

/** A notification is sent as it was; its reader's changes follow as events of their own. */
function toEvent({ sequence, occurredAt, id, content, change, isReturned }: EventJson): NotificationEvent {
  if (change !== null) return { sequence, ...change };
  const date = instantOf(occurredAt);
  if (id === null || content === null) return { sequence, readDate: date.toISOString() };
  const sent = { id, sequence, occurredAt: date, content, isDismissed: false, state: null };
  return { sequence, ...(isReturned && { returned: true }), notification: toNotification(sent) };
}

/** `isNew` is false if nothing was new since the last read mark, which then stays. */
export async function markRead(queries: Queries): Promise<{ readAt: Date; sequence: number; isNew: boolean }> {
  const { rows } = await sql<{ readAt: Date; sequence: number; isNew: boolean }>`
    select read_at as "readAt", read_sequence as "sequence", is_new as "isNew"
    from notification_mark_read()`.execute(queries);
  return rows[0] as { readAt: Date; sequence: number; isNew: boolean };
}
