/** The queue of toasts, and its summary when there are too many. Pure. */
import type { ChatItem, Notification } from '../../../../contract/notifications/notification';

/** Toasts beyond this number are counted in the summary. */
const TOASTS_MOST = 3;
export const TOAST_LIFE_MS = 5_000;

export type Toast =
  | { readonly id: string; readonly kind: 'notification'; readonly notification: Notification }
  /** All messages of one candidate: the newest, and how many. */
  | { readonly id: string; readonly kind: 'chat'; readonly item: ChatItem; readonly count: number };

export interface ToastsShown {
  /** Oldest first. */
  readonly shown: readonly Toast[];
  /** How many more there were, and whether any of them was sticky. */
  readonly more: number;
  readonly moreStays: boolean;
}

export const NO_TOASTS: ToastsShown = { shown: [], more: 0, moreStays: false };
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

/** Sticky toasts stay until dismissed; others expire. */
export const stays = (toast: Toast): boolean => toast.kind === 'notification' && toast.notification.stickyNotification;

/** With new toasts; those without room are counted in the summary. */
export function raised(toasts: ToastsShown, arrived: readonly Toast[]): ToastsShown {
  return arrived.reduce(raisedOne, toasts);
}

function raisedOne(toasts: ToastsShown, toast: Toast): ToastsShown {
  const { shown } = toasts;
  const same = shown.find(({ id }) => id === toast.id);
  if (same !== undefined) return same.kind === 'chat' ? { ...toasts, shown: grouped(shown, toast) } : toasts;
  if (shown.length < TOASTS_MOST) return { ...toasts, shown: [...shown, toast] };
  // A sticky toast is not summarized while a passing one is shown.
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

/** Without this toast, or without the summary. */
export function dismissed(toasts: ToastsShown, id: string): ToastsShown {
  if (id === SUMMARY_ID) return { ...toasts, more: 0, moreStays: false };
  const shown = toasts.shown.filter((toast) => toast.id !== id);
  return shown.length === toasts.shown.length ? toasts : { ...toasts, shown };
}

/** Opening the panel shows them all, except messages by candidates. */
export const seenInPanel = ({ shown }: ToastsShown): ToastsShown => ({
  ...NO_TOASTS,
  shown: shown.filter((toast) => toast.kind === 'chat'),
});

/** '12 more notifications' */
export const summaryText = (more: number): string =>
  more === 1 ? '1 more notification' : `${more} more notifications`;

/** Texts for screen readers since the last announcement. */
export interface Raised {
  readonly first: Toast | undefined;
  readonly count: number;
}

/** Combines announcements into one sentence. */
export function announcementOf({ first, count }: Raised): string {
  if (first !== undefined && count === 1)
    return first.kind === 'chat' ? `Message from ${candidateName(first.item)}` : first.notification.subject;
  return `${count} new notifications`;
}

/** For the middle of a sentence; 'a candidate' where the server leaves the name out. */
export const candidateName = ({ candidateName: name }: ChatItem): string => name ?? 'a candidate';
