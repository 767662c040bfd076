/** While the live board is shown: what the server has counted, and the address that says what is shown. */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { call, cancel, fork, put, select, take, takeEvery, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { navigateRequested, pageMoved } from '../shell/navigation/navigation.actions';
import { selectLocation, selectQuery } from '../shell/shell.selectors';
import { pause } from '../time.saga';
import { writeBoard, type BoardHours } from './board.address';
import { boardChanged, boardRetried } from './board.intents';
import { selectBoardPlace } from './board.selectors';
import { quartersFailed, quartersFound } from './board.state';
import { selectBoard, selectIsOnBoard } from './boardVisit.selectors';
import { reader } from './catchUp.saga';
import { ITEMS_KEPT } from './feed';
import { eventsArrived, snapshotArrived } from './notifications.events';
import { selectFeed } from './notifications.selectors';

/** The feed has at least so many of each tab: counted anew well before it forgets one that the server has not counted. */
const BEHIND_MOST = ITEMS_KEPT / 2;
const PAUSE_MS = 1_000;

export function* watchBoard(): SagaGenerator<void> {
  yield* takeEvery(boardChanged, change);
  let counting = null as { readonly task: Task; readonly hours: BoardHours } | null;
  while (true) {
    const isOnBoard: boolean = yield* select(selectIsOnBoard);
    const { hours } = yield* select(selectBoardPlace);
    if (!isOnBoard || counting?.hours !== hours) {
      if (counting !== null) yield* cancel(counting.task);
      counting = isOnBoard ? { task: yield* fork(keepCounting, hours), hours } : null;
    }
    yield* take(pageMoved);
  }
}

function* change({ payload }: ReturnType<typeof boardChanged>): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  if (location === null || !(yield* select(selectIsOnBoard))) return;
  const place = { ...(yield* select(selectBoardPlace)), ...payload };
  const search = writeBoard(yield* select(selectQuery), place);
  yield* put(navigateRequested({ to: location.pathname + search, replace: true }));
}

function* keepCounting(hours: BoardHours): SagaGenerator<void> {
  while (true) {
    yield* count(hours);
    // Not more often than anybody can follow, whatever arrives.
    yield* call(pause, PAUSE_MS);
    while (!(yield* isBehind())) {
      const action: Action = yield* take([eventsArrived.type, snapshotArrived.type, boardRetried.type]);
      if (boardRetried.match(action) || (yield* isMissing(action))) break;
    }
  }
}

function* isBehind(): SagaGenerator<boolean> {
  const { quarters, failure } = yield* select(selectBoard);
  if (failure !== null) return false;
  return quarters === null || (yield* select(selectFeed)).sequence - quarters.sequence >= BEHIND_MOST;
}

/** Whether the feed may have passed over something uncounted; after a failure, whether the server can be reached again. */
function* isMissing(action: Action): SagaGenerator<boolean> {
  const { quarters, failure } = yield* select(selectBoard);
  if (eventsArrived.match(action)) return failure !== null && !action.payload.live;
  if (!snapshotArrived.match(action)) return false;
  const { snapshot, isRewound } = action.payload;
  return failure !== null || quarters === null || isRewound === true || snapshot.sequence > quarters.sequence;
}

function* count(hours: BoardHours): SagaGenerator<void> {
  const clock = yield* port('clock');
  try {
    // One hour more: a zone may end its own up to three quarters later.
    const body = { ...(yield* reader()), hours: hours + 1 };
    const quarters = yield* call(request<'notificationQuarters'>, 'notificationQuarters', { body });
    const ahead = Date.parse(quarters.asOf) - (yield* call(clock.now));
    yield* put(quartersFound({ quarters, ahead }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(quartersFailed({ failure: error.failure }));
  }
}
