/** The home dashboard: what happens to its cards, and which saga sees to it. */
import { fork, takeEvery, takeLatest, type SagaGenerator } from '../effects';
import { eventsArrived, snapshotArrived } from '../notifications/notifications.events';
import { keepCards, keepStatuses, warnTooMany } from './arrange.saga';
import { cardsArranged, statusesClosed, tooManySelected } from './homeDashboard.intents';
import { loadCards } from './loadCards.saga';
import { refreshTouched, touchAllCards, touchCards } from './touchCards.saga';

export function* watchHomeDashboard(): SagaGenerator<void> {
  yield* fork(loadCards);
  yield* fork(refreshTouched);
  yield* takeEvery(eventsArrived, touchCards);
  yield* takeEvery(snapshotArrived, touchAllCards);
  yield* takeLatest(cardsArranged, keepCards);
  yield* takeEvery(statusesClosed, keepStatuses);
  yield* takeEvery(tooManySelected, warnTooMany);
}
