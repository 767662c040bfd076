/** Notifications of one thing are one row: the newest of them, with the others as its history. */
import type { Notification, NotificationState, ReaderState } from '../../../../contract/notifications/notification';

export interface Row {
  /** The thing, or the notification where it is of none. */
  readonly key: string;
  readonly thing: string | null;
  /** Newest first; the first is what the row shows. */
  readonly items: readonly [Notification, ...Notification[]];
}

/** In the order of their newest; `items` are newest first. */
export function rowsOf(items: readonly Notification[]): readonly Row[] {
  const rows = new Map<string, { readonly thing: string | null; readonly items: [Notification, ...Notification[]] }>();
  for (const item of items) {
    const key = item.thing ?? item.id;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { thing: item.thing ?? null, items: [item] });
    else row.items.push(item);
  }
  return [...rows].map(([key, row]) => ({ key, ...row }));
}

export const INITIAL_NOTIFICATION_STATE: NotificationState = {
  read: null,
  done: false,
  saved: false,
  snoozedUntil: null,
};
const stateOf = ({ state }: Notification): NotificationState => state ?? INITIAL_NOTIFICATION_STATE;

/** Whether the tab's own list has it. */
export const isListed = (item: Notification): boolean => {
  const { done, snoozedUntil } = stateOf(item);
  return !done && snoozedUntil === null;
};

/**
 * Which of a row's something is done with: it is finished, snoozed and read as a whole, while what is kept unread or saved
 * is what it shows. Never none.
 */
export function affectedBy(items: Row['items'], patch: Partial<ReaderState>): readonly Notification[] {
  const [newest] = items;
  if (patch.saved === true || patch.read === false) return [newest];
  const those = items.filter((item) => {
    const { read, done, saved, snoozedUntil } = stateOf(item);
    if (patch.read !== undefined) return read !== true;
    if (patch.saved !== undefined) return saved;
    if (patch.snoozedUntil === null) return snoozedUntil !== null;
    return patch.done !== false || done;
  });
  return those.length === 0 ? [newest] : those;
}

/** Whether any of it is. */
export const isSaved = ({ items }: Row): boolean => items.some((item) => stateOf(item).saved);
