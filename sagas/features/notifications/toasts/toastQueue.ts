/** The queue of toasts, and its summary when there are too many. Pure. */
import type { ChatItem, Notification } from '../../../../contract/notifications/notification';

/** Toasts beyond this number are counted in the summary. */
export const MAX_TOASTS = 3;
/** Paused while the pointer or the focus is on a toast. */
export const TOAST_LIFE_MS = 5_000;

export type Toast =
  | { readonly id: string; readonly kind: 'notification'; readonly notification: Notification }
  /** All messages of one candidate: the newest, and how many. */
  | { readonly id: string; readonly kind: 'chat'; readonly item: ChatItem; readonly count: number };

/** Toasts that expire. Sticky ones are in the feed until they are dismissed or acted on. */
export interface ToastsShown {
  /** Oldest first. */
  readonly shown: readonly Toast[];
  /** How many earlier ones did not fit. */
  readonly more: number;
}

export const NO_TOASTS: ToastsShown = { shown: [], more: 0 };
/** Id of the summary, to dismiss it. */
export const SUMMARY_ID = 'more';

/** The id of a toast is that of its notification, so the same one never shows twice. */
export const toastOf = (notification: Notification): Toast => ({
  id: notification.id,
  kind: 'notification',
  notification,
});

/** One toast per candidate, the last to write at the end; `items` are oldest first. */
export function chatToastsOf(items: readonly ChatItem[]): readonly Toast[] {
  const counts = new Map<string, { readonly item: ChatItem; readonly count: number }>();
  for (const item of items) {
    const count = (counts.get(item.candidateId)?.count ?? 0) + 1;
    counts.delete(item.candidateId);
    counts.set(item.candidateId, { item, count });
  }
  return [...counts.values()].map(({ item, count }) => ({ id: `chat-${item.candidateId}`, kind: 'chat', item, count }));
}

/** It stays until it is dismissed or acted on; others expire. */
export const isSticky = (toast: Toast): boolean =>
  toast.kind === 'notification' && toast.notification.stickyNotification;

/** Adds toasts: the newest are shown, earlier ones that no longer fit are counted. Copies once: thousands may come. */
export function withToasts(toasts: ToastsShown, arrived: readonly Toast[]): ToastsShown {
  const shown = [...toasts.shown];
  let { more } = toasts;
  for (const toast of arrived) {
    if (isSticky(toast)) continue;
    const place = shown.findIndex(({ id }) => id === toast.id);
    if (place === -1) shown.push(toast);
    else shown[place] = grouped(shown[place]!, toast);
    const overtaken = shown.length > MAX_TOASTS ? shown.shift() : undefined;
    if (overtaken !== undefined) more += countOf(overtaken);
  }
  return { shown, more };
}

const countOf = (toast: Toast): number => (toast.kind === 'chat' ? toast.count : 1);

/** All toasts of a tab, sticky and expiring; the newest are shown. */
export interface ToastsView extends ToastsShown {
  /** Those that do not fit, oldest first. The summary counts them, too. */
  readonly hidden: readonly Toast[];
}

/** Sticky notifications, newest first, and how many older ones there are. */
export interface Sticky {
  readonly items: readonly Notification[];
  readonly older: number;
}

/** `room` is how many toasts fit. */
export function withSticky(toasts: ToastsShown, sticky: Sticky, room: number): ToastsView {
  // Chat messages have no sequence among the notifications: they count as the newest.
  const placeOf = (toast: Toast) => (toast.kind === 'chat' ? Infinity : toast.notification.sequence);
  const all = [...sticky.items.map(toastOf), ...toasts.shown].sort((a, b) => placeOf(a) - placeOf(b) || 0);
  const hidden = all.slice(0, -room);
  const more = hidden.reduce((sum, toast) => sum + countOf(toast), toasts.more + sticky.older);
  return { shown: all.slice(-room), more, hidden };
}

/** Messages of one candidate add up. */
const grouped = (earlier: Toast, toast: Toast): Toast =>
  earlier.kind === 'chat' && toast.kind === 'chat' ? { ...toast, count: earlier.count + toast.count } : earlier;

/** Without this toast, or without the summary. */
export function dismissed(toasts: ToastsShown, id: string): ToastsShown {
  if (id === SUMMARY_ID) return { ...toasts, more: 0 };
  const shown = toasts.shown.filter((toast) => toast.id !== id);
  return shown.length === toasts.shown.length ? toasts : { ...toasts, shown };
}

/** Whether the panel lists it, and removes it when it opens; messages of candidates stay. */
export const isInPanel = (toast: Toast): boolean => toast.kind === 'notification';

/** The expiring toasts that stay when the panel opens. */
export const seenInPanel = ({ shown }: ToastsShown): ToastsShown => ({
  ...NO_TOASTS,
  shown: shown.filter((toast) => !isInPanel(toast)),
});

/** '12 more notifications' */
export const summaryText = (more: number): string =>
  more === 1 ? '1 more notification' : `${more} more notifications`;

/** Texts for screen readers since the last announcement. */
export interface Unannounced {
  readonly first: Toast | undefined;
  readonly count: number;
}

/** Combines announcements into one sentence. */
export function announcementOf({ first, count }: Unannounced): string {
  if (first !== undefined && count === 1)
    return first.kind === 'chat' ? `Message from ${candidateName(first.item)}` : first.notification.subject;
  return `${count} new notifications`;
}

/** For the middle of a sentence; 'a candidate' if the server withholds the name. */
export const candidateName = ({ candidateName: name }: ChatItem): string => name ?? 'a candidate';
