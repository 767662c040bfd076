/** What pops up, and what becomes of it when there is too much. Pure. */
import type { ChatItem, Notification } from '../../contract/notifications';

/** More than these at once are counted in place of being shown. */
export const TOASTS_MOST = 3;
export const TOAST_LIFE_MS = 5_000;

export type Toast =
  | { readonly id: string; readonly kind: 'notification'; readonly notification: Notification }
  /** All messages of one candidate together: the newest, and how many. */
  | { readonly id: string; readonly kind: 'chat'; readonly item: ChatItem; readonly count: number };

export interface ToastsShown {
  /** Oldest first. */
  readonly shown: readonly Toast[];
  /** How many more there were, and whether one of them would have stayed. */
  readonly more: number;
  readonly moreStays: boolean;
}

export const NO_TOASTS: ToastsShown = { shown: [], more: 0, moreStays: false };
/** The id of the summary, for dismissing it. */
export const SUMMARY_ID = 'more';

export const toastOf = (notification: Notification): Toast => ({
  id: notification.id,
  kind: 'notification',
  notification,
});

/** One for each candidate, those who wrote last at the end; `items` are in the order in which they were written. */
export function chatToastsOf(items: readonly ChatItem[]): readonly Toast[] {
  const counts = new Map<string, { readonly item: ChatItem; readonly count: number }>();
  for (const item of items) {
    const count = (counts.get(item.candidateId)?.count ?? 0) + 1;
    counts.delete(item.candidateId);
    counts.set(item.candidateId, { item, count });
  }
  return [...counts.values()].map(({ item, count }) => ({ id: `chat-${item.candidateId}`, kind: 'chat', item, count }));
}

/** Sticky ones stay until they are dismissed; all others have their time. */
export const stays = (toast: Toast): boolean => toast.kind === 'notification' && toast.notification.stickyNotification;

export function raised(toasts: ToastsShown, arrived: readonly Toast[]): ToastsShown {
  return arrived.reduce(raisedOne, toasts);
}

function raisedOne(toasts: ToastsShown, toast: Toast): ToastsShown {
  const { shown } = toasts;
  const same = shown.find(({ id }) => id === toast.id);
  if (same !== undefined) return same.kind === 'chat' ? { ...toasts, shown: grouped(shown, toast) } : toasts;
  if (shown.length < TOASTS_MOST) return { ...toasts, shown: [...shown, toast] };
  // What stays may not be lost in a count while something passing is shown.
  const passing = stays(toast) ? shown.find((other) => !stays(other)) : undefined;
  if (passing === undefined) return counted(toasts, toast);
  return counted({ ...toasts, shown: [...shown.filter((other) => other !== passing), toast] }, passing);
}

const counted = (toasts: ToastsShown, toast: Toast): ToastsShown => ({
  ...toasts,
  more: toasts.more + (toast.kind === 'chat' ? toast.count : 1),
  moreStays: toasts.moreStays || stays(toast),
});

function grouped(shown: readonly Toast[], toast: Toast): readonly Toast[] {
  return shown.map((other) =>
    other.id === toast.id && other.kind === 'chat' && toast.kind === 'chat'
      ? { ...toast, count: other.count + toast.count }
      : other,
  );
}

export function dismissed(toasts: ToastsShown, id: string): ToastsShown {
  if (id === SUMMARY_ID) return { ...toasts, more: 0, moreStays: false };
  const shown = toasts.shown.filter((toast) => toast.id !== id);
  return shown.length === toasts.shown.length ? toasts : { ...toasts, shown };
}

/** Whoever opens the panel finds them all there, those of candidates apart. */
export const seenInPanel = ({ shown }: ToastsShown): ToastsShown => ({
  ...NO_TOASTS,
  shown: shown.filter((toast) => toast.kind === 'chat'),
});

/** '12 more notifications' */
export const summaryText = (more: number): string =>
  more === 1 ? '1 more notification' : `${more} more notifications`;

/** What there is to say since the last sentence. */
export interface Raised {
  readonly first: Toast | undefined;
  readonly count: number;
}

/** One sentence for all of it. */
export function announcementOf({ first, count }: Raised): string {
  if (first !== undefined && count === 1)
    return first.kind === 'chat' ? `Message from ${candidateName(first.item)}` : first.notification.subject;
  return `${count} new notifications`;
}

export const candidateName = ({ candidateName: name }: ChatItem): string => name ?? 'a candidate';
