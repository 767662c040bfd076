/** What people do with their notifications. Each change is an event of their sequence, written by the database. */
import { sql } from 'kysely';
import type { BodyOf } from '../../../contract/endpoints';
import type { NotificationTab } from '../../../contract/notifications/categories';
import type { NotificationEvent } from '../../../contract/notifications/notification';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';

/** A stored event that is neither a notification nor a reading. */
export type NotificationChange = Pick<NotificationEvent, 'changed' | 'tabSeen'>;

interface Written {
  /** Null if nothing changed. */
  readonly sequence: number | null;
  readonly change: NotificationChange | null;
}

const eventsOf = (rows: readonly Written[]): NotificationEvent[] =>
  rows.flatMap(({ sequence, change }) => (sequence === null || change === null ? [] : [{ sequence, ...change }]));

/** Minutes of snoozing count from the database's clock, because the clock of a device may be wrong. */
const withSnoozeEnds = (changes: BodyOf<'changeNotifications'>['changes']) => sql`(
  select jsonb_agg(
    case when c ? 'snoozeMinutes' then c || jsonb_build_object('snoozedUntil',
      date_trunc('milliseconds', now()) + make_interval(mins => (c ->> 'snoozeMinutes')::integer))
    else c end order by place)
  from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality as t (c, place))`;

/**
 * Throws `not.found` if none of them is the caller's. Repeating it changes nothing, except that minutes of snoozing
 * begin again.
 */
export async function changeStates(
  queries: Queries,
  changes: BodyOf<'changeNotifications'>['changes'],
): Promise<NotificationEvent[]> {
  const { rows } = await sql<Written>`
    select event_sequence as "sequence", event_change as "change"
    from notification_set_states(${withSnoozeEnds(changes)})`.execute(queries);
  if (rows.length === 0) throw new ApiError('not.found');
  return eventsOf(rows);
}

/** No event if nothing in the tab was new. */
export async function markTabSeen(queries: Queries, tab: NotificationTab): Promise<NotificationEvent[]> {
  const { rows } = await sql<Written>`
    select event_sequence as "sequence", event_change as "change" from notification_mark_tab_seen(${tab})`.execute(
    queries,
  );
  return eventsOf(rows);
}

const dismissAll = (queries: Queries, rows: readonly { readonly id: string }[]): Promise<NotificationEvent[]> =>
  changeStates(
    queries,
    rows.map(({ id }) => ({ id, dismissed: true as const })),
  );

/** In one call, which has a time limit. */
const DISMISSED_MAX = 500;

/** Dismisses the caller's toasts up to this sequence, the newest first. `more`: there are others. */
export async function dismissToasts(
  queries: Queries,
  upTo: number,
): Promise<{ readonly isChanged: boolean; readonly more: boolean }> {
  const { rows } = await sql<{ id: string }>`
    select e.content_id as "id" from notification_events e
    where e.user_id = (select app_user_id()) and e.is_sticky and not e.is_dismissed and not e.is_moved
      and e.sequence <= ${upTo}
    order by e.sequence desc limit ${DISMISSED_MAX + 1}`.execute(queries);
  if (rows.length > 0) await dismissAll(queries, rows.slice(0, DISMISSED_MAX));
  return { isChanged: rows.length > 0, more: rows.length > DISMISSED_MAX };
}

/** Dismisses the caller's toasts about this broadcast or alarm. Returns whether there were any. */
export async function dismissToastsOf(queries: Queries, entityId: string): Promise<boolean> {
  // By the tab first: a rule may keep the toasts of all kinds, and the contents of those need not be read.
  const { rows } = await sql<{ id: string }>`
    select e.content_id as "id" from notification_events e join notification_contents c on c.id = e.content_id
    where e.user_id = (select app_user_id()) and e.is_sticky and not e.is_dismissed and e.tab = 'BROADCAST'
      and c.content ->> 'entityId' = ${entityId}`.execute(queries);
  if (rows.length === 0) return false;
  await dismissAll(queries, rows);
  return true;
}

/** Ends snoozes that are over. Returns the readers. */
export async function wakeSnoozed(queries: Queries, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select woken_user_id as "id" from notification_wake(${most})`.execute(
    queries,
  );
  return [...new Set(rows.map(({ id }) => id))];
}
