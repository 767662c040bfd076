/** Folding events into what is known. Pure; idempotent by sequence; never out of order. */
import { tabOf, type Notification, type NotificationEvent, type NotificationTab } from '../../contract/notifications';
import { EMPTY_FEED, everyTab, type FeedState, type Snapshot, type TabList } from './notifications.state';

/** Longer lists forget their oldest, which the server still has. */
export const ITEMS_KEPT = 500;
/** The same while somebody reads: what they have come to does not go because something else arrives. */
export const ITEMS_KEPT_IN_USE = 10_000;
/** Further ahead than this, and the rest is asked for again in place of being kept. */
const EARLY_KEPT = 256;

/** Whether events are missing between what is known and what has arrived. */
export const hasGap = (feed: FeedState): boolean => feed.known && feed.early.length > 0;

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

/** As nearly always: each once, in order, none missing. */
const areNext = (events: readonly NotificationEvent[], last: number): boolean =>
  events.every(({ sequence }, index) => sequence === last + 1 + index);

const sameEvents = (a: readonly NotificationEvent[], b: readonly NotificationEvent[]) =>
  a.length === b.length && a.every(({ sequence }, index) => sequence === b[index]?.sequence);

/** All at once: a burst costs as much as one. */
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

/** The server's own state as of one moment; an older one than what is known says nothing new. */
export function taken(feed: FeedState, snapshot: Snapshot): FeedState {
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

/** Older ones from the server, behind what is there; each of them once. */
export function extended(list: TabList, older: readonly Notification[], more: boolean): TabList {
  const known = new Set(list.items.map(({ id }) => id));
  return { ...list, items: [...list.items, ...older.filter(({ id }) => !known.has(id))], more };
}
