/** What has just happened pops up, in the one tab of the browser that speaks, and goes again in its time. */
import type { Action } from '@reduxjs/toolkit';
import { call, cancel, fork, put, race, select, take, takeEvery, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { pause } from '../time.saga';
import {
  announced,
  attentionMoved,
  eventsArrived,
  panelOpened,
  snapshotArrived,
  toastsRaised,
} from './notifications.events';
import { selectBoard } from './boardVisit.selectors';
import { toastDismissed, toastsHeld, toastsReleased } from './notifications.intents';
import { selectAttention, selectPanel, selectPopup, selectToasts, selectToastsRun } from './notifications.selectors';
import { announcementOf, stays, SUMMARY_ID, TOAST_LIFE_MS, toastOf, type Raised, type Toast } from './toasts';

/** A screen reader is not interrupted more often than this. */
const ANNOUNCE_MS = 3_000;

export function* watchAttention(): SagaGenerator<void> {
  const attention = yield* port('attention');
  const changes = yield* call(attention.changes);
  try {
    while (true) yield* put(attentionMoved(yield* take(changes)));
  } finally {
    changes.close();
  }
}

/** Only what is new, and each once: what was missed and fetched later is in the panel without a word. */
export function* raiseToasts(): SagaGenerator<void> {
  let last = 0;
  yield* takeEvery(snapshotArrived, function* ({ payload }) {
    last = payload.isRewound ? payload.snapshot.sequence : Math.max(last, payload.snapshot.sequence);
  });
  yield* takeEvery(eventsArrived, function* ({ payload: { events, live } }) {
    const fresh = events.filter(({ sequence }) => sequence > last);
    for (const { sequence } of fresh) last = Math.max(last, sequence);
    if (live) yield* raise(fresh.flatMap(({ notification }) => (notification ? [toastOf(notification)] : [])));
  });
}

export function* raise(toasts: readonly Toast[]): SagaGenerator<void> {
  const speaks = (yield* select(selectAttention))?.speaks === true;
  if (!speaks || !(yield* select(selectPopup))) return;
  // Behind an open panel, or beside the live board, nobody needs what passes: it stands there anyway.
  const open = (yield* select(selectPanel)).open || (yield* select(selectBoard)).open;
  const worth = open ? toasts.filter((toast) => stays(toast) || toast.kind === 'chat') : toasts;
  if (worth.length > 0) yield* put(toastsRaised({ toasts: worth }));
}

/** Gives each toast, and the summary, its time. */
export function* letToastsGo(): SagaGenerator<void> {
  const living = new Set<string>();
  yield* takeEvery(toastsRaised, function* () {
    const toasts = yield* select(selectToasts);
    if (toasts === null) return;
    const ids = toasts.shown.filter((toast) => !stays(toast)).map(({ id }) => id);
    if (toasts.more > 0 && !toasts.moreStays) ids.push(SUMMARY_ID);
    for (const id of ids.filter((each) => !living.has(each))) {
      living.add(id);
      yield* fork(function* () {
        yield* live(id);
        living.delete(id);
      });
    }
  });
}

const movesClock = (action: Action): boolean =>
  toastsHeld.match(action) || toastsReleased.match(action) || attentionMoved.match(action);

/** What is left of its time when somebody begins to read is left when they are done. */
function* live(id: string): SagaGenerator<void> {
  const clock = yield* port('clock');
  const isGone = (action: Action) =>
    panelOpened.match(action) || (toastDismissed.match(action) && action.payload.id === id);
  const hasMore = (action: Action) =>
    toastsRaised.match(action) && (id === SUMMARY_ID || action.payload.toasts.some((toast) => toast.id === id));
  let left = TOAST_LIFE_MS;
  while (left > 0) {
    const runs = yield* select(selectToastsRun);
    const since = yield* call(clock.now);
    const { gone, again } = yield* race({
      over: runs ? call(pause, left) : take(movesClock),
      moved: take(movesClock),
      again: take(hasMore),
      gone: take(isGone),
    });
    if (gone) return;
    if (again) left = TOAST_LIFE_MS;
    else if (runs) left -= (yield* call(clock.now)) - since;
  }
  const stayed = id === SUMMARY_ID && (yield* select(selectToasts))?.moreStays === true;
  if (!stayed) yield* put(toastDismissed({ id }));
}

/** At most one sentence in three seconds, about all that came meanwhile. */
export function* announceToasts(): SagaGenerator<void> {
  let waiting: Raised | null = null;
  // Counts in place of keeping: in a flood these are thousands a second.
  function* count(): SagaGenerator<void> {
    while (true) waiting = more(waiting, (yield* take(toastsRaised)).payload.toasts);
  }
  while (true) {
    const raised: Raised = waiting ?? more(null, (yield* take(toastsRaised)).payload.toasts);
    waiting = null;
    yield* put(announced({ text: announcementOf(raised) }));
    const counting = yield* fork(count);
    yield* call(pause, ANNOUNCE_MS);
    yield* cancel(counting);
  }
}

const more = (raised: Raised | null, toasts: readonly Toast[]): Raised => ({
  first: raised?.first ?? toasts[0],
  count: (raised?.count ?? 0) + toasts.length,
});
