import type { ResponseOf } from '../../../../contract/endpoints';
import { NOTIFICATION_TABS, tabOf, type NotificationTab } from '../../../../contract/notifications/categories';
import type { Notification, NotificationEvent } from '../../../../contract/notifications/notification';

export type Snapshot = ResponseOf<'userNotifications'>;

export interface TabList {
  /** Newest first. */
  readonly items: readonly Notification[];
  /** The server has older ones. */
  readonly more: boolean;
  /** Arrived since everything was last marked as read. */
  readonly unread: number;
}

/**
 * Result of applying the reader's events. `sequence` is the last one applied; later events wait in `early` until the
 * gap is closed. Applying the same events in any order, even twice, gives the same state.
 */
export interface FeedState {
  /** False until the first snapshot. */
  readonly known: boolean;
  readonly sequence: number;
  readonly lastReadDate: string | null;
  readonly tabs: Readonly<Record<NotificationTab, TabList>>;
  readonly early: readonly NotificationEvent[];
}

const NO_ITEMS: TabList = { items: [], more: false, unread: 0 };

/** A value for each tab of the panel. */
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

/** Longer lists drop their oldest items, which the server still has. */
export const ITEMS_KEPT = 500;
/** The limit while the user reads: what is being read is not dropped for new items. */
export const ITEMS_KEPT_IN_USE = 10_000;
/** Events further ahead than this are fetched again instead of kept. */
const EARLY_KEPT = 256;

/** Whether events are missing between the applied and the waiting ones. */
export const hasGap = (feed: FeedState): boolean => feed.known && feed.early.length > 0;

/** Applies events in the order of their sequence numbers; early ones wait, known ones are ignored. */
export function fold(feed: FeedState, arrived: readonly NotificationEvent[], kept = ITEMS_KEPT): FeedState {
  if (!feed.known)
    return arrived.length === 0 ? feed : { ...feed, early: [...feed.early, ...arrived].slice(-EARLY_KEPT) };
  if (arrived.length > 0 && feed.early.length === 0 && areNext(arrived, feed.sequence))
    return { ...applied(feed, arrived, kept), sequence: feed.sequence + arrived.length };
  const waiting = new Map<number, NotificationEvent>();
  for (const event of [...feed.early, ...arrived]) {
    if (event.sequence > feed.sequence) waiting.set(event.sequence, event);
  }
  const next: NotificationEvent[] = [];
  let { sequence } = feed;
  for (let event = waiting.get(sequence + 1); event !== undefined; event = waiting.get(sequence + 1)) {
    waiting.delete(event.sequence);
    next.push(event);
    sequence = event.sequence;
  }
  const early = [...waiting.values()].sort((a, b) => a.sequence - b.sequence).slice(0, EARLY_KEPT);
  if (next.length === 0 && sameEvents(early, feed.early)) return feed;
  return { ...applied(feed, next, kept), sequence, early };
}

/** The usual case: in order, without repeats or gaps. */
const areNext = (events: readonly NotificationEvent[], last: number): boolean =>
  events.every(({ sequence }, index) => sequence === last + 1 + index);

const sameEvents = (a: readonly NotificationEvent[], b: readonly NotificationEvent[]) =>
  a.length === b.length && a.every(({ sequence }, index) => sequence === b[index]?.sequence);

/** In one pass, so that a burst costs as much as one event. */
function applied(feed: FeedState, events: readonly NotificationEvent[], kept: number): FeedState {
  let { lastReadDate } = feed;
  const fresh = new Map<NotificationTab, Notification[]>();
  const unread = everyTab((tab) => feed.tabs[tab].unread);
  for (const { notification, readDate } of events) {
    if (readDate !== undefined) {
      lastReadDate = readDate;
      for (const tab of Object.keys(unread) as NotificationTab[]) unread[tab] = 0;
    }
    if (notification === undefined) continue;
    const tab = tabOf(notification.categoryCode);
    const list = fresh.get(tab) ?? [];
    fresh.set(tab, list);
    list.push(notification);
    unread[tab] += 1;
  }
  return {
    ...feed,
    lastReadDate,
    tabs: everyTab((tab) => prepended(feed.tabs[tab], fresh.get(tab) ?? [], unread[tab], kept)),
  };
}

function prepended(list: TabList, fresh: readonly Notification[], unread: number, kept: number): TabList {
  if (fresh.length === 0) return unread === list.unread ? list : { ...list, unread };
  const items = fresh.slice(-kept).reverse();
  items.push(...list.items.slice(0, kept - items.length));
  return { items, more: list.more || fresh.length + list.items.length > kept, unread };
}

/** The server's state as of one sequence; ignored if older than the feed. */
export function applySnapshot(feed: FeedState, snapshot: Snapshot): FeedState {
  if (feed.known && snapshot.sequence < feed.sequence) return feed;
  const pages = new Map(snapshot.notificationCategoryTemplateDTOs.map((page) => [page.categoryCode, page]));
  const base: FeedState = {
    ...EMPTY_FEED,
    known: true,
    sequence: snapshot.sequence,
    lastReadDate: snapshot.notificationLastReadDate,
    tabs: everyTab((tab) => {
      const page = pages.get(tab);
      return { items: page?.notifications ?? [], more: page?.more ?? false, unread: page?.notificationCount ?? 0 };
    }),
  };
  return fold(base, feed.early);
}

/** Appends older items from the server, without duplicates. */
export function appendOlder(list: TabList, older: readonly Notification[], more: boolean): TabList {
  const known = new Set(list.items.map(({ id }) => id));
  return { ...list, items: [...list.items, ...older.filter(({ id }) => !known.has(id))], more };
}
