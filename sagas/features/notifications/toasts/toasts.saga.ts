/** Shows live notifications as toasts in one tab of the browser, and expires them. */
import type { Action } from '@reduxjs/toolkit';
import { tabOf } from '../../../../contract/notifications/categories';
import {
  call,
  cancel,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { port } from '../../../base/ports/ports';
import { pause } from '../../../base/clock.saga';
import { expireAfter } from '../../../base/expireAfter.saga';
import { eventsApplied, snapshotArrived } from '../feed/feed.slice';
import { toastDismissed, toastLinkOpened, toastsHeld, toastsReleased } from '../notifications.intents';
import {
  announcementOf,
  isInPanel,
  isSticky,
  SUMMARY_ID,
  TOAST_LIFE_MS,
  toastOf,
  type Unannounced,
  type Toast,
} from './toastQueue';
import {
  announced,
  attentionMoved,
  summaryExpired,
  shownWhileHidden,
  toastsShown,
  selectAttention,
  selectPopup,
  selectExpiringToasts,
  selectToastsRun,
} from './toasts.slice';
import { eventsReceived } from '../../realtime/realtime.slice';
import { panelOpened } from '../panel/panel.slice';
import { selectListedTabs } from '../panel/panel.selectors';

/** Least time (ms) between announcements to screen readers. */
const ANNOUNCE_MS = 3_000;

/** Follows whether this tab is visible, and whether it is the one that shows toasts. */
export function* watchAttention(): SagaGenerator<void> {
  const attention = yield* port('attention');
  const changes = yield* call(attention.changes);
  try {
    while (true) yield* put(attentionMoved(yield* take(changes)));
  } finally {
    changes.close();
  }
}

/**
 * Shows toasts for live events; missed ones appear only in the panel. An event that the socket delivered is live even
 * if a fetch applies it first: the answer to the user's own call may overtake it, and then the gap is fetched.
 */
export function* showLiveToasts(): SagaGenerator<void> {
  /**
   * The sequence of the last applied notification. Other events do not count, because answers to the user's own calls
   * bring them early.
   */
  let last = 0;
  const received = new Set<number>();
  yield* takeEvery(eventsReceived, function* ({ payload: { events } }) {
    for (const { sequence, notification } of events) if (notification && sequence > last) received.add(sequence);
  });
  yield* takeEvery(snapshotArrived, function* ({ payload }) {
    last = payload.isRewound ? payload.snapshot.sequence : Math.max(last, payload.snapshot.sequence);
  });
  yield* takeEvery(eventsApplied, function* ({ payload: { events, live } }) {
    const known = last;
    // By sequence, because events may be repeated.
    const toasts = new Map<number, Toast>();
    for (const { sequence, notification } of events) {
      if (!notification) continue;
      const isNew = sequence > known || received.has(sequence);
      if (isNew && !notification.quiet) toasts.set(sequence, toastOf(notification));
      last = Math.max(last, sequence);
    }
    if (!live) return;
    for (const { sequence } of events) received.delete(sequence);
    yield* showToasts([...toasts.values()]);
  });
}

/** Only in the tab that shows toasts, and only if the user wants them; not for what is a row on screen anyway. */
export function* showToasts(toasts: readonly Toast[]): SagaGenerator<void> {
  const attention = yield* select(selectAttention);
  if (attention?.showsToasts !== true || !(yield* select(selectPopup))) return;
  const listed = attention.visible ? yield* select(selectListedTabs) : [];
  const worth = toasts.filter(
    (toast) => toast.kind === 'chat' || isSticky(toast) || !listed.includes(tabOf(toast.notification.categoryCode)),
  );
  if (worth.length === 0) return;
  yield* put(toastsShown({ toasts: worth }));
  if (!attention.visible) yield* put(shownWhileHidden({ toasts: worth }));
}

/** Starts the countdown of each toast, also of one that does not fit, and of the summary. */
export function* expireToasts(): SagaGenerator<void> {
  const living = new Set<string>();
  yield* takeEvery(toastsShown, function* () {
    const passing = yield* select(selectExpiringToasts);
    if (passing === null) return;
    for (const toast of passing.more > 0 ? [...passing.shown, null] : passing.shown) {
      const id = toast?.id ?? SUMMARY_ID;
      if (living.has(id)) continue;
      living.add(id);
      yield* fork(function* () {
        yield* live(id, shownAgain(toast), removes(id, toast));
        living.delete(id);
      });
    }
  });
}

/** The opened panel releases the toasts. */
const movesClock = (action: Action): boolean =>
  toastsHeld.match(action) || toastsReleased.match(action) || panelOpened.match(action) || attentionMoved.match(action);

/**
 * Whether an action shows this toast again. Chat toasts and the summary (null) can recur; notifications cannot.
 */
const shownAgain =
  (toast: Toast | null) =>
  (action: Action): boolean =>
    toast?.kind !== 'notification' &&
    toastsShown.match(action) &&
    (toast === null || action.payload.toasts.some(({ id }) => id === toast.id));

/** Whether an action removes this toast, or the summary (null). */
const removes =
  (id: string, toast: Toast | null) =>
  (action: Action): boolean =>
    (panelOpened.match(action) && (toast === null || isInPanel(toast))) ||
    ((toastDismissed.match(action) || toastLinkOpened.match(action)) && action.payload.id === id);

/** The countdown pauses while the user reads, and restarts `again`. */
function* live(
  id: string,
  again: (action: Action) => boolean,
  isGone: (action: Action) => boolean,
): SagaGenerator<void> {
  while (true) {
    const { gone, restarted } = yield* race({
      // First, because the action that removes the toast may also move its clock.
      gone: take(isGone),
      restarted: take(again),
      over: call(expireAfter, TOAST_LIFE_MS, () => select(selectToastsRun), movesClock),
    });
    if (gone) return;
    if (!restarted) break;
  }
  yield* put(id === SUMMARY_ID ? summaryExpired() : toastDismissed({ id }));
}

/** At most one announcement in three seconds, about everything since the last one. */
export function* announceToasts(): SagaGenerator<void> {
  let waiting: Unannounced | null = null;
  // A counter, not a list: there can be thousands of events a second.
  function* count(): SagaGenerator<void> {
    while (true) waiting = more(waiting, (yield* take(toastsShown)).payload.toasts);
  }
  while (true) {
    const unannounced: Unannounced = waiting ?? more(null, (yield* take(toastsShown)).payload.toasts);
    waiting = null;
    yield* put(announced({ text: announcementOf(unannounced) }));
    const counting = yield* fork(count);
    yield* call(pause, ANNOUNCE_MS);
    yield* cancel(counting);
  }
}

const more = (unannounced: Unannounced | null, toasts: readonly Toast[]): Unannounced => ({
  first: unannounced?.first ?? toasts[0],
  count: (unannounced?.count ?? 0) + toasts.length,
});
