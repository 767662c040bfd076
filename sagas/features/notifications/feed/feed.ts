/** The notification feed: applies events and snapshots, and knows whether any are missing. Pure. */
import type { ResponseOf } from '../../../../contract/endpoints';
import { NOTIFICATION_TABS, tabOf, type NotificationTab } from '../../../../contract/notifications/categories';
import { STICKY_MAX } from '../../../../contract/notifications/notifications.endpoints';
import type {
  Notification,
  NotificationChanged,
  NotificationEvent,
} from '../../../../contract/notifications/notification';

export type Snapshot = ResponseOf<'userNotifications'>;

export interface TabList {
  /** Newest first. */
  readonly items: readonly Notification[];
  /** Whether the server has older ones. */
  readonly more: boolean;
  /** Arrived since everything was last marked as read. */
  readonly unread: number;
  /** Marked as new: arrived since the tab was last seen, or kept unread by the reader. */
  readonly fresh: number;
  /** The last event when the tab was last seen; 0 for never. */
  readonly seenUpTo: number;
}

/**
 * Result of applying the reader's events. `sequence` is the last one applied; later events wait in `pending` until the
 * gap is closed. Applying the same events in any order, even twice, gives the same state.
 */
export interface FeedState {
  /** False until the first snapshot. */
  readonly known: boolean;
  readonly sequence: number;
  /** When everything was last marked as read, an ISO instant; null if never. */
  readonly lastReadDate: string | null;
  readonly tabs: Readonly<Record<NotificationTab, TabList>>;
  readonly pending: readonly NotificationEvent[];
  /** The newest notifications whose toasts stay until they are dismissed or acted on; newest first. */
  readonly sticky: readonly Notification[];
  /** How many there are, also older ones. */
  readonly stickyCount: number;
  /** Recently removed from the lists as done or snoozed, in case they return. */
  readonly recentlyRemoved: readonly Notification[];
  /** A list misses a notification that belongs in it, or a number is uncertain: a snapshot is needed. */
  readonly needsSnapshot: boolean;
}

const NO_ITEMS: TabList = { items: [], more: false, unread: 0, fresh: 0, seenUpTo: 0 };

/** A value for each tab of the panel. */
export function everyTab<T>(of: (tab: NotificationTab) => T): Record<NotificationTab, T> {
  return Object.fromEntries(NOTIFICATION_TABS.map((tab) => [tab, of(tab)])) as Record<NotificationTab, T>;
}

export const EMPTY_FEED: FeedState = {
  known: false,
  sequence: 0,
  lastReadDate: null,
  tabs: everyTab(() => NO_ITEMS),
  pending: [],
  sticky: [],
  stickyCount: 0,
  recentlyRemoved: [],
  needsSnapshot: false,
};

/** Longer lists drop their oldest items, which the server still has. */
export const ITEMS_KEPT = 500;
/** The limit while the user reads: what is being read is not dropped for new items. */
export const ITEMS_KEPT_IN_USE = 10_000;
/** With fewer sticky ones than this the older ones are fetched; more than fit on the screen. */
const STICKY_LEAST = 10;
/** Events further ahead than this are fetched again instead of kept. */
const EARLY_KEPT = 256;

/** Whether an event or item is missing: events before the waiting ones, or an item of a list. */
export const hasGap = (feed: FeedState): boolean => feed.pending.length > 0 || feed.needsSnapshot;

/** Applies events in the order of their sequence numbers; early ones wait, known ones are ignored. */
export function applyEvents(feed: FeedState, arrived: readonly NotificationEvent[], kept = ITEMS_KEPT): FeedState {
  if (!feed.known)
    return arrived.length === 0 ? feed : { ...feed, pending: [...feed.pending, ...arrived].slice(-EARLY_KEPT) };
  if (arrived.length > 0 && feed.pending.length === 0 && areNext(arrived, feed.sequence))
    return { ...applied(feed, arrived, kept), sequence: feed.sequence + arrived.length };
  const waiting = new Map<number, NotificationEvent>();
  for (const event of [...feed.pending, ...arrived]) {
    if (event.sequence > feed.sequence) waiting.set(event.sequence, event);
  }
  const next: NotificationEvent[] = [];
  let { sequence } = feed;
  for (let event = waiting.get(sequence + 1); event !== undefined; event = waiting.get(sequence + 1)) {
    waiting.delete(event.sequence);
    next.push(event);
    sequence = event.sequence;
  }
  const pending = [...waiting.values()].sort((a, b) => a.sequence - b.sequence).slice(0, EARLY_KEPT);
  if (next.length === 0 && sameEvents(pending, feed.pending)) return feed;
  return { ...applied(feed, next, kept), sequence, pending };
}

/** The usual case: in order, without repeats or gaps. */
const areNext = (events: readonly NotificationEvent[], last: number): boolean =>
  events.every(({ sequence }, index) => sequence === last + 1 + index);

const sameEvents = (a: readonly NotificationEvent[], b: readonly NotificationEvent[]) =>
  a.length === b.length && a.every(({ sequence }, index) => sequence === b[index]?.sequence);

/** In one pass, so that a burst costs as much as one event; changes by the reader are applied one by one. */
function applied(feed: FeedState, events: readonly NotificationEvent[], kept: number): FeedState {
  const isPlain = events.every(({ changed, tabSeen }) => changed === undefined && tabSeen === undefined);
  if (isPlain && !hasKnown(feed, events)) return arrived(feed, events, kept);
  return events.reduce((state, event) => appliedOne(state, event, kept), feed);
}

/** Whether any of them is in a list already, as after a snooze. */
function hasKnown(feed: FeedState, events: readonly NotificationEvent[]): boolean {
  const fresh = new Set<string>();
  for (const { notification } of events) {
    if (notification === undefined) continue;
    if (fresh.has(notification.id)) return true;
    fresh.add(notification.id);
  }
  if (fresh.size === 0) return false;
  return Object.values(feed.tabs).some(({ items }) => items.some(({ id }) => fresh.has(id)));
}

function arrived(feed: FeedState, events: readonly NotificationEvent[], kept: number): FeedState {
  let { lastReadDate } = feed;
  const fresh = new Map<NotificationTab, Notification[]>();
  const sticky: Notification[] = [];
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
    if (notification.stickyNotification) sticky.push(notification);
  }
  return {
    ...feed,
    lastReadDate,
    sticky:
      sticky.length === 0 ? feed.sticky : [...sticky.slice(-STICKY_MAX).reverse(), ...feed.sticky].slice(0, STICKY_MAX),
    stickyCount: feed.stickyCount + sticky.length,
    tabs: everyTab((tab) => prepended(feed.tabs[tab], fresh.get(tab) ?? [], unread[tab], kept)),
  };
}

function prepended(list: TabList, fresh: readonly Notification[], unread: number, kept: number): TabList {
  if (fresh.length === 0) return unread === list.unread ? list : { ...list, unread };
  const items = fresh.slice(-kept).reverse();
  items.push(...list.items.slice(0, kept - items.length));
  const more = list.more || fresh.length + list.items.length > kept;
  return { ...list, items, more, unread, fresh: list.fresh + fresh.length };
}

function appliedOne(feed: FeedState, event: NotificationEvent, kept: number): FeedState {
  const { notification, tabSeen, changed } = event;
  if (changed !== undefined) return withChange(feed, changed);
  if (tabSeen !== undefined) {
    const list = { ...feed.tabs[tabSeen.tab], fresh: tabSeen.fresh, seenUpTo: event.sequence };
    return { ...feed, tabs: { ...feed.tabs, [tabSeen.tab]: list } };
  }
  const before = notification === undefined ? feed : without(feed, notification.id);
  return arrived(before, [event], kept);
}

/** A notification that is sent again replaces the earlier one. */
function without(feed: FeedState, gone: string): FeedState {
  const others = (items: readonly Notification[]) =>
    items.some(({ id }) => id === gone) ? items.filter(({ id }) => id !== gone) : items;
  const sticky = others(feed.sticky);
  return {
    ...feed,
    sticky,
    stickyCount: feed.stickyCount - (feed.sticky.length - sticky.length),
    recentlyRemoved: others(feed.recentlyRemoved),
    tabs: everyTab((tab) => ({ ...feed.tabs[tab], items: others(feed.tabs[tab].items) })),
  };
}

const ASIDE_KEPT = 200;

function withChange(feed: FeedState, changed: NotificationChanged): FeedState {
  const { id, tab, state, dismissed, listed } = changed;
  const list = feed.tabs[tab];
  const known = [...list.items, ...feed.recentlyRemoved].find((each) => each.id === id);
  const item = known && { ...known, state, stickyNotification: known.stickyNotification && !dismissed };
  const sticky = dismissed ? feed.sticky.filter((each) => each.id !== id) : feed.sticky;
  const gone = feed.sticky.length - sticky.length || Number(dismissed && isOlderToast(feed, known));
  const stickyCount = feed.stickyCount - gone;
  let { recentlyRemoved, needsSnapshot } = feed;
  needsSnapshot ||= stickyCount > sticky.length && sticky.length < STICKY_LEAST;
  let { items } = list;
  if (listed < 0) {
    items = items.filter((each) => each.id !== id);
    if (item) recentlyRemoved = [item, ...recentlyRemoved.filter((each) => each.id !== id)].slice(0, ASIDE_KEPT);
  } else if (listed > 0) {
    recentlyRemoved = recentlyRemoved.filter((each) => each.id !== id);
    if (item) items = inOrder(items, item, list.more);
    else needsSnapshot ||= !list.more || isWithin(items, changed.date);
  } else if (item) {
    items = items.map((each) => (each.id === id ? item : each));
    recentlyRemoved = recentlyRemoved.map((each) => (each.id === id ? item : each));
  }
  const counts = { unread: list.unread + changed.unread, fresh: list.fresh + changed.fresh };
  return {
    ...feed,
    sticky,
    stickyCount,
    recentlyRemoved,
    needsSnapshot,
    tabs: { ...feed.tabs, [tab]: { ...list, ...counts, items } },
  };
}

/**
 * Whether this is one of the older toasts, which are only counted. Of a notification that is not loaded this is
 * unknown.
 */
const isOlderToast = ({ sticky, stickyCount }: FeedState, item: Notification | undefined): boolean =>
  item?.stickyNotification === true &&
  item.sequence < (sticky.at(-1)?.sequence ?? Infinity) &&
  stickyCount > sticky.length;

const isWithin = (items: readonly Notification[], date: string): boolean =>
  date >= (items.at(-1)?.notificationDate ?? '');

/** Inserted by date and id; an item older than the last one is left to the older pages. */
function inOrder(items: readonly Notification[], item: Notification, more: boolean): readonly Notification[] {
  const isAfter = (other: Notification) =>
    other.notificationDate === item.notificationDate
      ? other.id < item.id
      : other.notificationDate < item.notificationDate;
  const at = items.findIndex(isAfter);
  if (at === -1) return more && items.length > 0 ? items : [...items, item];
  return [...items.slice(0, at), item, ...items.slice(at)];
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
      return {
        items: page?.notifications ?? [],
        more: page?.more ?? false,
        unread: page?.notificationCount ?? 0,
        fresh: page?.freshCount ?? 0,
        seenUpTo: page?.seenUpTo ?? 0,
      };
    }),
    sticky: snapshot.sticky,
    stickyCount: snapshot.stickyCount,
  };
  return applyEvents(base, feed.pending);
}

/** Appends older items from the server, without duplicates. */
export function appendOlder(list: TabList, older: readonly Notification[], more: boolean): TabList {
  return { ...list, items: appended(list.items, older), more };
}

/** Older notifications after those known, each once. */
export function appended(items: readonly Notification[], older: readonly Notification[]): readonly Notification[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...older.filter(({ id }) => !known.has(id))];
}
