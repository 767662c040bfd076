/**
 * The state of a reader's notifications, by replaying all their events: the server's counting, written independently.
 */
import { NOTIFICATION_TABS, tabOf, type NotificationTab } from '../../contract/notifications/categories';
import type { Notification, NotificationEvent, NotificationState } from '../../contract/notifications/notification';
import { STICKY_MAX } from '../../contract/notifications/notifications.endpoints';
import type { Snapshot } from '../../sagas/features/notifications/feed/feed';

interface Row {
  readonly notification: Notification;
  readonly tab: NotificationTab;
  state: NotificationState;
  dismissed: boolean;
  /** The sequence from which it counts as unread. */
  since: number;
}

const UNTOUCHED: NotificationState = { read: null, done: false, saved: false, snoozedUntil: null };
export type Change = { readonly id: string; readonly dismissed?: true } & Partial<NotificationState>;

function replay(log: readonly NotificationEvent[]) {
  const rows = new Map<string, Row>();
  const seenUpTo = new Map<NotificationTab, number>();
  let lastRead = 0;
  let readDate: string | null = null;
  for (const event of log) {
    if (event.readDate !== undefined) [lastRead, readDate] = [event.sequence, event.readDate];
    if (event.tabSeen) seenUpTo.set(event.tabSeen.tab, event.sequence);
    if (event.notification) {
      const { notification } = event;
      // One that comes back is the newest.
      rows.delete(notification.id);
      const tab = tabOf(notification.categoryCode);
      rows.set(notification.id, { notification, tab, state: UNTOUCHED, dismissed: false, since: event.sequence });
    }
    const row = rows.get(event.changed?.id ?? '');
    if (!event.changed || !row) continue;
    const { state, dismissed } = event.changed;
    if (state.read === false && row.state.read !== false) row.since = event.sequence;
    if (state.read !== false) row.since = row.notification.sequence;
    Object.assign(row, { state, dismissed });
  }
  const isListed = ({ state }: Row) => !state.done && state.snoozedUntil === null;
  const isUnread = (row: Row) => isListed(row) && row.state.read !== true && row.since > lastRead;
  const isFresh = (row: Row) =>
    isListed(row) &&
    row.state.read !== true &&
    (row.state.read === false || row.notification.sequence > (seenUpTo.get(row.tab) ?? 0));
  return { rows, seenUpTo, lastRead, readDate, isListed, isUnread, isFresh };
}

/** The server's answer as of the last of these events. */
export function snapshotOf(log: readonly NotificationEvent[], page: number): Snapshot {
  const { rows, seenUpTo, readDate, isListed, isUnread, isFresh } = replay(log);
  const all = [...rows.values()];
  const stays = ({ notification, dismissed }: Row) => notification.stickyNotification && !dismissed;
  const shown = (row: Row): Notification => ({
    ...row.notification,
    stickyNotification: stays(row),
    ...(row.state !== UNTOUCHED && { state: row.state }),
  });
  const sticky = all.filter(stays);
  return {
    sequence: log.length,
    notificationLastReadDate: readDate,
    sticky: sticky.slice(-STICKY_MAX).map(shown).reverse(),
    stickyCount: sticky.length,
    notificationCategoryTemplateDTOs: NOTIFICATION_TABS.map((categoryCode) => {
      const of = all.filter(({ tab }) => tab === categoryCode);
      const listed = of.filter(isListed);
      return {
        categoryCode,
        notificationCount: of.filter(isUnread).length,
        freshCount: of.filter(isFresh).length,
        seenUpTo: seenUpTo.get(categoryCode) ?? 0,
        notifications: listed.slice(-page).reverse().map(shown),
        more: listed.length > page,
      };
    }),
  };
}

/** The event of this change; null if it changes nothing. */
export function changeEvent(log: readonly NotificationEvent[], change: Change): NotificationEvent | null {
  const was = replay(log).rows.get(change.id);
  if (!was) return null;
  const { id: _, dismissed, ...patch } = change;
  const state = { ...was.state, ...patch };
  if (patch.done) state.snoozedUntil = null;
  if (patch.snoozedUntil) state.done = false;
  const acted = state.read === true || state.done || state.snoozedUntil !== null;
  const isDismissed = was.dismissed || dismissed === true || acted;
  if (JSON.stringify([state, isDismissed]) === JSON.stringify([was.state, was.dismissed])) return null;
  return stateEvent(log, was, state, isDismissed);
}

function stateEvent(
  log: readonly NotificationEvent[],
  was: Row,
  state: NotificationState,
  dismissed: boolean,
): NotificationEvent {
  const { isListed, isUnread, isFresh } = replay(log);
  const sequence = log.length + 1;
  const since = state.read !== false ? was.notification.sequence : was.state.read === false ? was.since : sequence;
  const row: Row = { ...was, state, dismissed, since };
  const by = (of: (row: Row) => boolean) => Number(of(row)) - Number(of(was));
  const facts = {
    id: row.notification.id,
    tab: row.tab,
    date: row.notification.notificationDate,
    state,
    dismissed: row.dismissed,
  };
  return { sequence, changed: { ...facts, listed: by(isListed), unread: by(isUnread), fresh: by(isFresh) } };
}

/**
 * The event when the record leaves or reenters the state that this notification asks about; null if nothing changes.
 */
export function settleEvent(
  log: readonly NotificationEvent[],
  id: string,
  isSettled: boolean,
): NotificationEvent | null {
  const was = replay(log).rows.get(id);
  if (!was || (was.state.settled !== undefined) === isSettled) return null;
  const { settled: _, ...open } = was.state;
  const asleep = was.state.snoozedUntil !== null;
  const state = isSettled
    ? { ...open, read: true, done: open.done || asleep, snoozedUntil: null, settled: OUTCOME }
    : { ...open, read: null };
  return stateEvent(log, was, state, was.dismissed || isSettled);
}
/** A saved or settled notification still is when it returns from a snooze; a settled one counts as read. */
export function wokenEvent(
  log: readonly NotificationEvent[],
  id: string,
  { saved, settled }: NotificationState,
): NotificationEvent | null {
  const was = replay(log).rows.get(id);
  const read = settled ? true : null;
  return was ? stateEvent(log, was, { ...UNTOUCHED, read, saved, ...(settled && { settled }) }, read === true) : null;
}

const OUTCOME = { status: 'APPROVED', by: 'Dana Brooks', at: '2026-01-15T10:00:00.000Z' };

/** The ids of the notifications up to this sequence whose toasts stay. */
export const toastsUpTo = (log: readonly NotificationEvent[], upTo: number): string[] =>
  [...replay(log).rows.values()]
    .filter(
      ({ notification, dismissed }) => notification.stickyNotification && !dismissed && notification.sequence <= upTo,
    )
    .map(({ notification }) => notification.id);

/** The event of seeing a tab; null if nothing in it is new. */
export function tabSeenEvent(log: readonly NotificationEvent[], tab: NotificationTab): NotificationEvent | null {
  const { rows, isFresh } = replay(log);
  const fresh = [...rows.values()].filter((row) => row.tab === tab && isFresh(row));
  const kept = fresh.filter(({ state }) => state.read === false).length;
  return fresh.length === kept ? null : { sequence: log.length + 1, tabSeen: { tab, fresh: kept } };
}

/** The notifications with this state, oldest first. */
export const rowsOf = (
  log: readonly NotificationEvent[],
  isWanted: (state: NotificationState) => boolean,
): Notification[] =>
  [...replay(log).rows.values()]
    .filter(({ state }) => isWanted(state))
    .map(({ notification, state }) => ({ ...notification, state }));
