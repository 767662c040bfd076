/** What people do with their notifications. Each change is an event of their sequence, written by the database's functions. */
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

/** Throws `not.found` if none of them is the caller's. Repeating it changes nothing. */
export async function changeStates(
  queries: Queries,
  changes: BodyOf<'changeNotifications'>['changes'],
): Promise<NotificationEvent[]> {
  const { rows } = await sql<Written>`
    select event_sequence as "sequence", event_change as "change"
    from notification_set_states(${JSON.stringify(changes)}::jsonb)`.execute(queries);
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

/** Dismisses the caller's toasts about this record. Returns whether there were any. */
export async function dismissToastsOf(queries: Queries, entityId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select e.content_id as "id" from notification_events e join notification_contents c on c.id = e.content_id
    where e.user_id = (select app_user_id()) and e.is_sticky and not e.is_dismissed
      and c.content ->> 'entityId' = ${entityId}`.execute(queries);
  if (rows.length === 0) return false;
  await changeStates(
    queries,
    rows.map(({ id }) => ({ id, dismissed: true as const })),
  );
  return true;
}

/** Ends snoozes that are over. Returns the readers. */
export async function wakeSnoozed(queries: Queries, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select woken_user_id as "id" from notification_wake(${most})`.execute(
    queries,
  );
  return [...new Set(rows.map(({ id }) => id))];
}
