/** The home dashboard: loading and arranging its cards. */
import { pause } from '../../../base/clock.saga';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, fork, put, select, takeEvery, takeLatest, type SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { eventsApplied, snapshotArrived } from '../../notifications/feed/feed.events';
import { refetchFilterOptions } from '../filters/filterOptions.saga';
import { selectFilterOptions } from '../filters/filters.selectors';
import { TOO_MANY, arrangementOf, statusText, widgetText } from './arrangement';
import { selectHome, selectPermitted } from './cardRequests.selectors';
import { cardsArranged, statusesClosed, statusesReset, tooManySelected } from './home.slice';
import { loadCards, markAllStale, markStaleCards, reloadStaleCards } from './loadCards.saga';

export function* watchHomeDashboard(): SagaGenerator<void> {
  yield* fork(loadCards);
  yield* fork(reloadStaleCards);
  yield* takeEvery(eventsApplied, markStaleCards);
  yield* takeEvery(snapshotArrived, markAllStale);
  yield* takeLatest(cardsArranged, saveCards);
  yield* takeEvery(statusesClosed, saveStatuses);
  yield* takeEvery(tooManySelected, warnTooMany);
}

/** Several moves in a row are saved once. */
const SETTLE_MS = 600;

/** Saves the last arrangement; Undo restores the saved one. */
export function* saveCards({ payload }: ReturnType<typeof cardsArranged>): SagaGenerator<void> {
  if (!payload.undoing) {
    const saved = (yield* select(selectFilterOptions))?.widgetPreferences ?? '';
    const before = arrangementOf(saved, yield* select(selectPermitted));
    const undo = cardsArranged({ cards: before, undoing: true });
    yield* put(noticeShown({ tone: 'info', text: 'The cards have been rearranged.', undo }));
  }
  yield* call(pause, SETTLE_MS);
  const body = { filter: widgetText(payload.cards) };
  const saved = yield* attempt(request('saveWidgetPreferences', { body }, { stays: true }));
  if (saved.failure === null) return yield* call(refetchFilterOptions);
  const text = `${saved.said ?? failureText(saved.failure)} The cards stay as you see them until you leave; move one to try again.`;
  yield* put(noticeShown({ tone: 'negative', text }));
}

/** Saves the choice when the selector closes; a failure restores the saved statuses. */
export function* saveStatuses({ payload: { widget } }: ReturnType<typeof statusesClosed>): SagaGenerator<void> {
  const statuses = (yield* select(selectHome)).statuses[widget];
  const saved = (yield* select(selectFilterOptions))?.widgetStatuses.find(({ value }) => value === widget)?.label;
  if (statuses === undefined) return;
  const filter = statusText(widget, statuses);
  if (filter === saved) return;
  const body = { widgetType: widget, filter };
  const attempted = yield* attempt(request('saveStatusPreferences', { body }, { stays: true }));
  if (attempted.failure === null) yield* call(refetchFilterOptions);
  yield* put(statusesReset({ widget }));
  yield* put(
    attempted.failure === null
      ? noticeShown({ tone: 'positive', text: 'Your selection has been saved.' })
      : noticeShown({ tone: 'negative', text: attempted.said ?? failureText(attempted.failure) }),
  );
}

export function* warnTooMany(): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'warning', text: TOO_MANY }));
}
