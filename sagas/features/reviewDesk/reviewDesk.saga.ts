/** The review desk: its queue, what it loads ahead, and what other users decide in the meantime. */
import type { Action } from '@reduxjs/toolkit';
import { machineMoved } from '../../base/runtime/machines.slice';
import { DESK_PARAM } from '../../navigation/routes/backOffice.sections';
import {
  reviewDeskMachine,
  type ReviewDeskEvent,
  type ReviewQueue,
} from '../../../machines/reviewDesk/reviewDesk.machine';
import { actionsIn } from '../../../machines/record/record.machine';
import { pause } from '../../base/clock.saga';
import { pageBecameVisible } from '../../base/pageSignals.saga';
import { noticeDismissed, selectNotices } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import {
  call,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { pageMoved } from '../../navigation/location/location.slice';
import { selectQuery } from '../../navigation/location/location.selectors';
import { selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import { recordsChanged } from '../realtime/realtime.slice';
import { recordStatesArrived } from '../recordActions/recordStates.events';
import { recordActionPressed, recordActionsDone } from '../recordActions/recordActions.intents';
import { selectActionableRecord } from '../recordActions/recordActions.selectors';
import { actionCancelled, actionProblem } from '../recordActions/recordActions.slice';
import { followChanges, placeDocuments, releaseAll, saveFile, skipDecided } from './deskDocuments.saga';
import {
  DESK_MACHINE,
  selectDeskCriteria,
  selectDeskIds,
  selectIsAtDesk,
  selectMayDecide,
} from './reviewDesk.selectors';
import {
  deskOutdated,
  deskPageArrived,
  deskAnnounced,
  reviewActionPressed,
  reviewDeskReducers,
  reviewFileDownloadPressed,
  reviewFileRequested,
  reviewNextPressed,
  reviewSkippedPressed,
  reviewPreviousPressed,
  reviewReloadPressed,
  reviewUndoPressed,
  reviewedElsewhere,
} from './reviewDesk.slice';

const forwards: readonly Forward<ReviewDeskEvent>[] = [
  forward(reviewNextPressed, () => ({ type: 'NEXT' })),
  forward(reviewPreviousPressed, () => ({ type: 'PREVIOUS' })),
  forward(reviewSkippedPressed, () => ({ type: 'FIRST_OPEN' })),
  forward(reviewReloadPressed, () => ({ type: 'RELOAD' })),
  forward(reviewedElsewhere, ({ ids }) => ({ type: 'DECIDED', ids, result: 'elsewhere' })),
  forward(recordActionsDone, ({ action, done }): ReviewDeskEvent => {
    if (action === 'approve' || action === 'reject') return { type: 'DECIDED', ids: done, result: action };
    return { type: 'UNDONE', ids: done };
  }),
];

const isDeskMoved = (action: Action): boolean => machineMoved.match(action) && action.payload.machine === DESK_MACHINE;
const REASONS_TO_PLACE = [
  isDeskMoved,
  reviewFileRequested.match,
  deskOutdated.match,
  pageBecameVisible.match,
  // The server may have refused it because the document was changed.
  actionProblem.match,
];

/** A late part. Each visit of the desk has its own queue; leaving the page releases everything. */
export function* watchReviewDesk(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, reviewDeskReducers);
  while (true) {
    while (!(yield* select(selectIsAtDesk))) yield* take(pageMoved);
    yield* race({ served: call(serveDesk), left: call(awaitLeaving) });
  }
}

function* awaitLeaving(): SagaGenerator<void> {
  while (yield* select(selectIsAtDesk)) yield* take(pageMoved);
}

function* serveDesk(): SagaGenerator<void> {
  try {
    // One at a time, so that no answer is taken for that of a later request.
    yield* takeLatest((action: Action) => REASONS_TO_PLACE.some((isReason) => isReason(action)), placeDocuments);
    yield* takeEvery(recordsChanged, followChanges);
    yield* takeEvery([recordStatesArrived, deskPageArrived, actionProblem, actionCancelled], skipDecided);
    yield* takeEvery(reviewActionPressed, act);
    yield* takeLeading(reviewUndoPressed, takeBackLast);
    yield* takeLeading(reviewFileDownloadPressed, saveFile);
    yield* takeEvery([reviewNextPressed, reviewPreviousPressed, recordActionsDone], clearAnnouncement);
    yield* call(runMachine<typeof reviewDeskMachine>, {
      name: DESK_MACHINE,
      machine: reviewDeskMachine,
      input: undefined,
      forwards,
      delay: pause,
      services: { loadQueue },
      actions: {},
    });
  } finally {
    yield* call(releaseAll);
  }
}

function* loadQueue(): SagaGenerator<ReviewQueue> {
  const criteria = yield* select(selectDeskCriteria);
  if (criteria === null) return { ids: [], complete: true, first: null };
  const { ids, complete } = yield* request('listIds', { params: { list: criteria.list }, body: criteria.body });
  const first = (yield* select(selectQuery)).get(DESK_PARAM);
  const isLate = first !== null && ids.length > 0 && !ids.includes(first);
  yield* put(deskAnnounced({ text: isLate ? 'The document you came from is no longer waiting for review.' : null }));
  return { ids, complete, first };
}

/** A key does the same as its button, while there is one. */
function* act({ payload: { action } }: ReturnType<typeof reviewActionPressed>): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  const user = yield* select(selectUser);
  const state = current === null ? undefined : (yield* select(selectActionableRecord, current))?.state;
  if (current === null || user === null || state === undefined) return;
  if (!(yield* select(selectMayDecide, current))) return;
  if (!actionsIn('document', state, user).includes(action)) return;
  yield* put(recordActionPressed({ kind: 'document', ids: [current], action }));
}

/** Dispatches the undo of the newest notice, and removes the notice: the next press undoes what was done before. */
function* takeBackLast(): SagaGenerator<void> {
  const notices = yield* select(selectNotices);
  const last = notices.filter((notice) => notice.undo !== undefined).at(-1);
  if (last?.undo === undefined) return;
  yield* put(noticeDismissed({ id: last.id }));
  // A copy, because the store's actions are frozen and redux-saga marks what it dispatches.
  yield* put({ ...last.undo });
}

function* clearAnnouncement(): SagaGenerator<void> {
  yield* put(deskAnnounced({ text: null }));
}
