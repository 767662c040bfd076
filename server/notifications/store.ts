/** What a person was told, read in their own scope: a statement each, so that every answer is of one moment. */
import { sql, type RawBuilder } from 'kysely';
import {
  CATCH_UP_MAX,
  NO_DOCUMENT,
  NOTIFICATION_PAGE_SIZE,
  NOTIFICATION_TABS,
  type Notification,
  type NotificationEvent,
  type NotificationTab,
  type ResponseOf,
} from '../../contract';
import type { Queries } from '../database';
import type { WantedBroadcast } from '../broadcasts/pending';
import type { BroadcastDocument } from '../documents/broadcast';
import { dateWithZone, type NotificationContent } from './content';
import { plainText } from './markup';

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
  notificationDateWithZone: dateWithZone(occurredAt),
});

/** One row more than a page tells whether there is another. */
function toPage(rows: readonly NotificationRow[]): Page {
  return {
    notifications: rows.slice(0, NOTIFICATION_PAGE_SIZE).map(toNotification),
    more: rows.length > NOTIFICATION_PAGE_SIZE,
  };
}

const ofCaller = sql`e.user_id = (select app_user_id())`;

/** The newest of a tab, one more than a page, as JSON: it is nested in a statement of its own. */
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
      ...toPage((found ?? []).map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }))),
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

/** Goes on after (date, id), so that equal dates lose nothing; after the date alone where no id is given. */
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

/** Where too much came after it, some of that is let go, or it was never reached, the answer is to begin anew. */
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
  const date = new Date(occurredAt);
  if (id === null || content === null) return { sequence, readDate: date.toISOString() };
  return { sequence, notification: toNotification({ id, sequence, occurredAt: date, content }) };
}

/** Null where the caller was not told it, or it names no document. */
export async function readDocument(
  queries: Queries,
  id: string,
): Promise<(BroadcastDocument & { name: string; broadcast: WantedBroadcast | null }) | null> {
  const { rows } = await sql<{ content: NotificationContent; sentAt: Date; sender: string }>`
    select c.content, e.occurred_at as "sentAt", o.name as "sender"
    from notification_events e
    join notification_contents c on c.id = e.content_id
    join organizations o on o.id = c.tenant_id
    where ${ofCaller} and e.content_id = ${id}`.execute(queries);
  if (rows[0] === undefined || rows[0].content.documentName === NO_DOCUMENT) return null;
  const { content, sentAt, sender } = rows[0];
  const { documentName: name, subject, template, entityId, tenantId } = content;
  // What was announced in the name of the programme only has no file of its own: its text is the document.
  const broadcast = tenantId ? { entityId, tenantId } : null;
  return { name, subject, message: plainText(template), sentAt, sender, broadcast };
}

/** `isNew` is false where nothing had been told since the reading before, which then stands. */
export async function markRead(queries: Queries): Promise<{ readAt: Date; sequence: number; isNew: boolean }> {
  const { rows } = await sql<{ readAt: Date; sequence: number; isNew: boolean }>`
    select read_at as "readAt", read_sequence as "sequence", is_new as "isNew"
    from notification_mark_read()`.execute(queries);
  return rows[0] as { readAt: Date; sequence: number; isNew: boolean };
}
