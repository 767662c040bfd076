/**
 * Loads what needs the user whenever the cards have new numbers, also when all cards are hidden, and what changed since
 * their last visit at most once a minute. A late part, because the cards come first. After a failure nothing is shown
 * until the next numbers.
 */
import { pause } from '../../../base/clock.saga';
import { attempt } from '../../../base/http/attempt.saga';
import { port } from '../../../base/ports/ports';
import { call, fork, put, select, take, takeLatest, type SagaGenerator } from '../../../base/runtime/effects';
import { selectClientId } from '../../../navigation/location/location.selectors';
import { pageMoved } from '../../../navigation/location/location.slice';
import { request } from '../../../session/token/request.saga';
import { attentionMoved, selectAttention } from '../../notifications/toasts/toasts.slice';
import { selectDashboardAt, selectForm, selectOptionsStatus } from '../filters/filters.selectors';
import { filterOptionsArrived, filtersInitialized } from '../filters/filters.slice';
import { selectHome, selectPermitted, selectShownCards } from './cardRequests.selectors';
import { cardLoaded, staleCardsDue } from './home.slice';
import { selectChangesRequest } from './visit.selectors';
import { changesArrived, changesDue, changesSeen, visitReducers, needsArrived } from './visit.slice';

/** The cards of one answer arrive one after the other. */
const DEBOUNCE_MS = 300;
/** The same changes are counted at most once in this time (ms), because each count covers the whole absence. */
const COUNT_AGAIN_MS = 60_000;
/** Spreads the counts of dashboards that received the same event. */
const SPREAD_MS = 15_000;

/** A mark that failed holds for this time (ms): later changes have not been seen. */
const MARK_HOLDS_MS = COUNT_AGAIN_MS + SPREAD_MS;

/** The counts of changes. */
interface Counts {
  /** The request of the last one; null before. */
  key: string | null;
  /** When it was sent, in milliseconds. */
  at: number;
  /** When the next one of the same request is sent; null while nothing is new. */
  next: number | null;
  /** When changes were marked as seen, in milliseconds; null once the server knows. */
  seenAt: number | null;
}

type CountReason = ReturnType<typeof cardLoaded | typeof pageMoved | typeof attentionMoved>;

/** A late part. Loads once the cards that arrived together have settled, and again when changes are marked as seen. */
export function* watchVisit(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, visitReducers);
  const counts: Counts = { key: null, at: 0, next: null, seenAt: null };
  yield* takeLatest(cardLoaded, loadNeeds);
  yield* takeLatest([cardLoaded, pageMoved, attentionMoved], countInTime, counts);
  yield* takeLatest([pageMoved, filtersInitialized, filterOptionsArrived, staleCardsDue], loadWithoutCards);
  yield* takeLatest([changesDue, changesSeen], loadChanges, counts);
  const { cards } = yield* select(selectHome);
  if (Object.values(cards).some(({ data }) => data !== null)) {
    yield* fork(loadNeeds);
    yield* fork(countInTime, counts);
  } else yield* fork(loadWithoutCards);
}

/**
 * Counts immediately for another filter or view, and when the user comes back to an old count; after an event at the
 * scheduled time, which arriving cards do not postpone.
 */
function* countInTime(counts: Counts, reason?: CountReason): SagaGenerator<void> {
  const [clock, random] = [yield* port('clock'), yield* port('random')];
  const now = yield* call(clock.now);
  if (reason === undefined || cardLoaded.match(reason)) {
    counts.next ??= Math.max(now, counts.at + COUNT_AGAIN_MS) + SPREAD_MS * (yield* call(random.next));
  } else if (counts.key !== null && now - counts.at >= COUNT_AGAIN_MS) counts.next = now;
  if (!(yield* call(isSeen)) || counts.next === null) return;
  if ((yield* call(keyOfChanges)) === counts.key) {
    // The clock of the device may have been set back.
    counts.next = Math.min(counts.next, now + COUNT_AGAIN_MS + SPREAD_MS);
    yield* call(pause, Math.max(0, counts.next - (yield* call(clock.now))));
    if (!(yield* call(isSeen))) return;
  }
  Object.assign(counts, { key: yield* call(keyOfChanges), at: yield* call(clock.now), next: null });
  yield* put(changesDue());
}

function* keyOfChanges(): SagaGenerator<string> {
  return JSON.stringify(yield* select(selectChangesRequest));
}

/** All cards are hidden: none arrives, and none shows changes. */
function* loadWithoutCards(): SagaGenerator<void> {
  const isSettled = (yield* select(selectForm)) !== null && (yield* select(selectOptionsStatus)) !== 'waiting';
  if (!isSettled || (yield* select(selectShownCards)).length > 0) return;
  yield* call(loadNeeds);
}

/** Whether the dashboard is shown. Waits until the page is visible: otherwise the user has not seen it. */
function* isSeen(): SagaGenerator<boolean> {
  yield* call(pause, DEBOUNCE_MS);
  while ((yield* select(selectAttention))?.visible === false) yield* take(attentionMoved);
  return (yield* select(selectDashboardAt)) === 'HOME' && (yield* select(selectPermitted)).length > 0;
}

function* loadNeeds(): SagaGenerator<void> {
  if (!(yield* call(isSeen))) return;
  const clientId = yield* select(selectClientId);
  const body = clientId === null ? {} : { clientId };
  const { answer } = yield* attempt(request('needsYou', { body }, { stays: true }));
  if (answer !== null) yield* put(needsArrived({ clientId, figures: answer.figures }));
}

/** Repeats a mark whose request failed or was replaced by this one. */
function* loadChanges(counts: Counts, action: ReturnType<typeof changesDue | typeof changesSeen>): SagaGenerator<void> {
  const clock = yield* port('clock');
  if (changesSeen.match(action)) counts.seenAt = yield* call(clock.now);
  const requested = yield* select(selectChangesRequest);
  if (requested === null) return;
  const isMarked = counts.seenAt !== null && (yield* call(clock.now)) - counts.seenAt <= MARK_HOLDS_MS;
  const body = isMarked ? { ...requested, seen: true } : requested;
  const { answer } = yield* attempt(request('homeChanges', { body }, { stays: true }));
  if (answer === null) return;
  counts.seenAt = null;
  yield* put(changesArrived({ ...answer, key: JSON.stringify(requested) }));
}
