/** The review desk: its queue, what it loads ahead, and what other users decide in the meantime. */
import type { Action } from '@reduxjs/toolkit';
import { machineMoved } from '../../base/runtime/machines.slice';
import { reviewDeskMachine, type ReviewDeskEvent } from '../../../machines/reviewDesk/reviewDesk.machine';
import { actionsIn } from '../../../machines/record/record.machine';
import { pause } from '../../base/clock.saga';
import { pageBecameVisible } from '../../base/pageSignals.saga';
import { noticeDismissed, selectNotices } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import {
  call,
  fork,
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
import { selectUser } from '../../session/session.selectors';
import { recordsChanged } from '../realtime/realtime.slice';
import { recordStatesArrived } from '../recordActions/recordStates.events';
import { recordActionPressed, recordActionsDone } from '../recordActions/recordActions.intents';
import { selectActionableRecord } from '../recordActions/recordActions.selectors';
import { actionCancelled, actionProblem } from '../recordActions/recordActions.slice';
import { placeDocuments, releaseAll, saveFile, skipDecided } from './deskDocuments.saga';
import { followCriteria, loadQueue, type Visit } from './deskQueue.saga';
import { DESK_MACHINE, selectDeskIds, selectIsAtDesk, selectIsHeld, selectMayDecide } from './reviewDesk.selectors';
import {
  deskCriteriaChanged,
  deskHeld,
  deskOutdated,
  deskReleased,
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
  forward(deskCriteriaChanged, () => ({ type: 'RELOAD' })),
  forward(reviewedElsewhere, ({ ids }) => ({ type: 'DECIDED', ids, result: 'elsewhere' })),
  forward(recordActionsDone, ({ action, done }): ReviewDeskEvent => {
    if (action === 'approve' || action === 'reject') return { type: 'DECIDED', ids: done, result: action };
    return { type: 'UNDONE', ids: done };
  }),
];

/** How long a document that has come to the desk without the user is not decided. */
const HELD_MS = 1_000;

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
  const visit: Visit = { isArriving: true };
  try {
    yield* fork(followCriteria, visit);
    // One at a time, so that no answer is taken for that of a later request.
    yield* takeLatest((action: Action) => REASONS_TO_PLACE.some((isReason) => isReason(action)), placeDocuments);
    yield* takeEvery(recordsChanged, followChanges);
    yield* takeEvery([recordStatesArrived, deskPageArrived, actionProblem, actionCancelled], skipDecided);
    yield* takeLatest(deskHeld, releaseHeld);
    yield* takeEvery(reviewActionPressed, act);
    yield* takeLeading(reviewUndoPressed, takeBackLast);
    yield* takeLeading(reviewFileDownloadPressed, saveFile);
    yield* takeEvery(
      [reviewNextPressed, reviewPreviousPressed, reviewReloadPressed, recordActionsDone],
      clearAnnouncement,
    );
    yield* call(runMachine<typeof reviewDeskMachine>, {
      name: DESK_MACHINE,
      machine: reviewDeskMachine,
      input: undefined,
      forwards,
      delay: pause,
      services: {
        *loadQueue() {
          return yield* loadQueue(visit);
        },
      },
      actions: {},
    });
  } finally {
    yield* call(releaseAll);
  }
}

/** Another user has changed the current document or the next one; the one before is read when it is shown again. */
function* followChanges({ payload: { ids } }: ReturnType<typeof recordsChanged>): SagaGenerator<void> {
  const { current, next } = yield* select(selectDeskIds);
  if ([current, next].some((id) => id !== null && ids.includes(id))) yield* put(deskOutdated());
}

/** Decisions are taken again once the user can have seen which document is on the desk. */
function* releaseHeld(): SagaGenerator<void> {
  yield* call(pause, HELD_MS);
  yield* put(deskReleased());
}

/** A key does the same as its button, while there is one. */
function* act({ payload: { action } }: ReturnType<typeof reviewActionPressed>): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  const user = yield* select(selectUser);
  const state = current === null ? undefined : (yield* select(selectActionableRecord, current))?.state;
  if (current === null || user === null || state === undefined) return;
  if (!(yield* select(selectMayDecide, current)) || (yield* select(selectIsHeld, current))) return;
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
