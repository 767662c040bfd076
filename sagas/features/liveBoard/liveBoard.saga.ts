/**
 * The live board: its list, which is held while the user reads, the server's counts, and its options in the address.
 */
import type { Action } from '@reduxjs/toolkit';
import { buffers, type Task } from 'redux-saga';
import { pause } from '../../base/clock.saga';
import { port } from '../../base/ports/ports';
import {
  call,
  cancel,
  flush,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLatest,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { withActionChannel } from '../../base/withActionChannel.saga';
import { selectLocation, selectQuery } from '../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import {
  eventsApplied,
  feedViewChanged,
  snapshotArrived,
  selectFeed,
  selectFeedView,
} from '../notifications/feed/feed.slice';
import { reader } from '../notifications/feed/feed.saga';
import { watchAlarms } from './alarms/alarms.saga';
import { alarmsReducers } from './alarms/alarms.slice';
import { pastAlarmsReducers } from './alarms/pastAlarms.slice';
import { watchBoardEntries } from './boardEntries.saga';
import { boardEntriesReducers } from './boardEntries.slice';
import { writeBoard, type BoardHours } from './liveBoard.address';
import { selectBoardPlace } from './liveBoard.selectors';
import {
  boardChanged,
  boardLeft,
  boardNewPressed,
  boardOpened,
  boardPausePressed,
  boardRead,
  boardRetried,
  boardSearched,
  liveBoardReducers,
  quartersFailed,
  type Quarters,
  quartersFound,
  selectBoard,
  selectIsLiveBoard,
} from './liveBoard.slice';
import { attempt } from '../../base/http/attempt.saga';

/** The server counts again after so many events, so that few have to be added to its count. */
const MAX_BEHIND = 1_000;
const PAUSE_MS = 1_000;
const TYPING_PAUSE_MS = 250;

const CHANGES_LIST = [
  boardOpened,
  boardLeft,
  boardPausePressed,
  boardRead,
  boardNewPressed,
  snapshotArrived,
  pageMoved,
].map(({ type }) => type);

/** A late part: counts on the server while the board is the page, and starts over when its hours change. */
export function* watchBoard(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, liveBoardReducers);
  yield* call(parts.add, boardEntriesReducers);
  yield* call(parts.add, alarmsReducers);
  yield* call(parts.add, pastAlarmsReducers);
  yield* fork(watchBoardEntries);
  yield* fork(watchAlarms);
  yield* takeEvery(boardChanged, change);
  yield* takeLatest([boardSearched.type, boardChanged.type, boardLeft.type], search);
  yield* takeEvery(CHANGES_LIST, holdList);
  let counting = null as { readonly task: Task; readonly hours: BoardHours } | null;
  while (true) {
    const isOnBoard: boolean = yield* select(selectIsLiveBoard);
    const { open } = yield* select(selectBoard);
    if (isOnBoard !== open) yield* put(isOnBoard ? boardOpened() : boardLeft());
    const { hours } = yield* select(selectBoardPlace);
    if (!isOnBoard || counting?.hours !== hours) {
      if (counting !== null) yield* cancel(counting.task);
      counting = isOnBoard ? { task: yield* fork(keepCounting, hours), hours } : null;
    }
    yield* take(pageMoved);
  }
}

/** While paused, scrolled or focused, the list shows nothing newer than when that began; filtered, perhaps nothing. */
function* holdList(action: Action): SagaGenerator<void> {
  const { open, paused, away, focused, shownUpTo: before } = yield* select(selectBoard);
  const { known, sequence } = yield* select(selectFeed);
  const isHeld = open && known && (paused || away || focused);
  const startsAgain = snapshotArrived.match(action) || boardNewPressed.match(action);
  const shownUpTo = !isHeld ? null : startsAgain ? sequence : (before ?? sequence);
  const place = yield* select(selectBoardPlace);
  const isWhole = place.show === 'all' && place.words === '';
  const showsNew = open && known && !isHeld && isWhole && (yield* select(selectIsLiveBoard));
  const tabs = showsNew ? place.tabs : [];
  const view = yield* select(selectFeedView);
  if (view.tabs.join() !== tabs.join() || view.shownUpTo !== shownUpTo)
    yield* put(feedViewChanged({ tabs, shownUpTo }));
}

function* change({ payload }: ReturnType<typeof boardChanged>): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  if (location === null || !(yield* select(selectIsLiveBoard))) return;
  const place = { ...(yield* select(selectBoardPlace)), ...payload };
  const search = writeBoard(yield* select(selectQuery), place);
  // Back leaves the large view, which has no button for it.
  yield* put(navigateRequested({ to: location.pathname + search, replace: payload.wall !== true }));
}

/** Typing waits for a pause; another choice, or leaving, cancels it. */
function* search(action: Action): SagaGenerator<void> {
  if (!boardSearched.match(action)) return;
  yield* call(pause, TYPING_PAUSE_MS);
  yield* put(boardChanged({ words: action.payload.words.trim() }));
}

function* keepCounting(hours: BoardHours): SagaGenerator<void> {
  // Buffers events that arrive during a count, which may lack them, and during the pause.
  const signs = [eventsApplied.type, snapshotArrived.type, boardRetried.type];
  yield* withActionChannel(signs, buffers.expanding<Action>(16), function* (received) {
    while (true) {
      yield* flush(received);
      yield* count(hours);
      yield* call(pause, PAUSE_MS);
      while (!(yield* isBehind())) {
        const action = yield* take(received);
        if (boardRetried.match(action) || (yield* isMissing(action))) break;
      }
    }
  });
}

function* isBehind(): SagaGenerator<boolean> {
  const { quarters, failure } = yield* select(selectBoard);
  if (failure !== null) return false;
  return quarters === null || (yield* select(selectFeed)).sequence - quarters.sequence >= MAX_BEHIND;
}

/** Whether the count may lack events, or, after a failure, whether the server answers again. */
function* isMissing(action: Action): SagaGenerator<boolean> {
  const { quarters, failure } = yield* select(selectBoard);
  if (eventsApplied.match(action)) return failure !== null && !action.payload.live;
  if (!snapshotArrived.match(action)) return false;
  const { snapshot, isRewound } = action.payload;
  return failure !== null || quarters === null || isRewound === true || snapshot.sequence > quarters.sequence;
}

function* count(hours: BoardHours): SagaGenerator<void> {
  const clock = yield* port('clock');
  const { failure, answer: quarters } = yield* attempt(fetchQuarters(hours));
  if (failure !== null) return void (yield* put(quartersFailed({ failure })));
  yield* put(quartersFound({ quarters, ahead: Date.parse(quarters.asOf) - (yield* call(clock.now)) }));
}

/** One hour more than shown, because the last hour of some zones ends up to 45 minutes later. */
function* fetchQuarters(hours: BoardHours): SagaGenerator<Quarters> {
  return yield* request('notificationQuarters', { body: { ...(yield* reader()), hours: hours + 1 } });
}
