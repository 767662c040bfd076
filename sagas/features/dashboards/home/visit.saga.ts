/**
 * Loads what needs the user, and what changed since their last visit, whenever the cards have new numbers. What needs the
 * user is loaded also when all cards are hidden. A late part, because the cards come first. After a failure nothing is
 * shown until the next numbers.
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
import { filterOptionsArrived, filtersSettled } from '../filters/filters.slice';
import { selectHome, selectPermitted, selectShownCards } from './cardRequests.selectors';
import { cardLoaded, staleCardsDue } from './home.slice';
import { selectChangesRequest } from './visit.selectors';
import { changesArrived, changesSeen, visitReducers, needsArrived } from './visit.slice';

/** The cards of one answer arrive one after the other. */
const SETTLE_MS = 300;

/** A late part. Loads once the cards that arrived together have settled, and again when changes are marked as seen. */
export function* watchVisit(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, visitReducers);
  yield* takeLatest(cardLoaded, loadVisit);
  yield* takeLatest([pageMoved, filtersSettled, filterOptionsArrived, staleCardsDue], loadWithoutCards);
  yield* takeLatest(changesSeen, loadChanges, true);
  const { cards } = yield* select(selectHome);
  yield* fork(Object.values(cards).some(({ data }) => data !== null) ? loadVisit : loadWithoutCards);
}

function* loadVisit(): SagaGenerator<void> {
  if (!(yield* call(isSeen))) return;
  yield* fork(loadNeeds);
  yield* fork(loadChanges, false);
}

/** All cards are hidden: none arrives, and none shows changes. */
function* loadWithoutCards(): SagaGenerator<void> {
  const isSettled = (yield* select(selectForm)) !== null && (yield* select(selectOptionsStatus)) !== 'waiting';
  if (!isSettled || (yield* select(selectShownCards)).length > 0) return;
  if (yield* call(isSeen)) yield* call(loadNeeds);
}

/** Whether the dashboard is shown. Waits until the page is visible: otherwise the user has not seen it. */
function* isSeen(): SagaGenerator<boolean> {
  yield* call(pause, SETTLE_MS);
  while ((yield* select(selectAttention))?.visible === false) yield* take(attentionMoved);
  return (yield* select(selectDashboardAt)) === 'HOME' && (yield* select(selectPermitted)).length > 0;
}

function* loadNeeds(): SagaGenerator<void> {
  const clientId = yield* select(selectClientId);
  const body = clientId === null ? {} : { clientId };
  const { answer } = yield* attempt(request('needsYou', { body }, { stays: true }));
  if (answer !== null) yield* put(needsArrived({ clientId, figures: answer.figures }));
}

function* loadChanges(seen: boolean): SagaGenerator<void> {
  const requested = yield* select(selectChangesRequest);
  if (requested === null) return;
  const body = seen ? { ...requested, seen } : requested;
  const { answer } = yield* attempt(request('homeChanges', { body }, { stays: true }));
  if (answer !== null) yield* put(changesArrived({ ...answer, key: JSON.stringify(requested) }));
}
