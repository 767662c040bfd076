/** Groups notifications about one record into one row: the newest, with the others as its history. */
import type {
  Notification,
  NotificationState,
  ReaderChange,
  ReaderState,
} from '../../../../contract/notifications/notification';

export interface Row {
  /** Identifies the record, or the notification if it is about none. */
  readonly key: string;
  readonly recordKey: string | null;
  /** Newest first; the first is what the row shows. */
  readonly items: readonly [Notification, ...Notification[]];
}

/** In order of their newest notification; `items` are newest first. */
export function rowsOf(items: readonly Notification[]): readonly Row[] {
  const rows = new Map<
    string,
    { readonly recordKey: string | null; readonly items: [Notification, ...Notification[]] }
  >();
  for (const item of items) {
    const key = item.recordKey ?? item.id;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { recordKey: item.recordKey ?? null, items: [item] });
    else row.items.push(item);
  }
  return [...rows].map(([key, row]) => ({ key, ...row }));
}

const INITIAL_NOTIFICATION_STATE: NotificationState = {
  read: null,
  done: false,
  saved: false,
  snoozedUntil: null,
};
const stateOf = ({ state }: Notification): NotificationState => state ?? INITIAL_NOTIFICATION_STATE;

/** Whether the tab's own list contains it. */
export const isListed = (item: Notification): boolean => {
  const { done, snoozedUntil } = stateOf(item);
  return !done && snoozedUntil === null;
};

/**
 * The notifications of a row that a change affects: a row is done, snoozed and read as a whole, but only its newest is
 * kept unread or saved. Never empty.
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

/**
 * Takes the change of a notification back. Contains nothing else, because it may have been changed in another tab or on
 * another device in the meantime; Done ends a snooze, and the other way round.
 */
export function undoOf(item: Notification, patch: ReaderChange): Partial<ReaderState> {
  const { read, done, saved, snoozedUntil } = stateOf(item);
  const isSnoozed = patch.snoozedUntil !== undefined || patch.snoozeMinutes !== undefined;
  return {
    ...(patch.read !== undefined && { read }),
    ...(patch.saved !== undefined && { saved }),
    ...((patch.done !== undefined || (isSnoozed && done)) && { done }),
    ...((isSnoozed || (patch.done === true && snoozedUntil !== null)) && { snoozedUntil }),
  };
}

/** Whether any of its notifications is saved. */
export const isSaved = ({ items }: Row): boolean => items.some((item) => stateOf(item).saved);
