import {
  NOTIFICATION_TABS,
  type Notification,
  type NotificationEvent,
  type NotificationTab,
} from '../../contract/notifications';
import type { ResponseOf } from '../../contract';

export type Snapshot = ResponseOf<'userNotifications'>;

export interface TabList {
  /** Newest first. */
  readonly items: readonly Notification[];
  /** The server has older ones. */
  readonly more: boolean;
  /** Told since the last reading. */
  readonly unread: number;
}

/**
 * The fold of the reader's events. `sequence` is the last one applied; later ones that arrive before those between wait
 * in `early`. Two copies of the same events give the same state, whatever way they came.
 */
export interface FeedState {
  /** False until the first snapshot: then there is nothing to fold upon. */
  readonly known: boolean;
  readonly sequence: number;
  readonly lastReadDate: string | null;
  readonly tabs: Readonly<Record<NotificationTab, TabList>>;
  readonly early: readonly NotificationEvent[];
}

const NO_ITEMS: TabList = { items: [], more: false, unread: 0 };

export function everyTab<T>(of: (tab: NotificationTab) => T): Record<NotificationTab, T> {
  return Object.fromEntries(NOTIFICATION_TABS.map((tab) => [tab, of(tab)])) as Record<NotificationTab, T>;
}

export const EMPTY_FEED: FeedState = {
  known: false,
  sequence: 0,
  lastReadDate: null,
  tabs: everyTab(() => NO_ITEMS),
  early: [],
};
