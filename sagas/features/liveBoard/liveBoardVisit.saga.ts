/**
 * Notes when the live board is opened and left, and whether its list is held. Runs from sign-in on, because the
 * previous page must be known before the board's own sagas are loaded.
 */
import type { Action } from '@reduxjs/toolkit';
import { put, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { selectLocation, selectResolution } from '../../navigation/location/location.selectors';
import { pageMoved } from '../../navigation/location/location.slice';
import { feedViewChanged, snapshotArrived } from '../notifications/feed/feed.events';
import { selectFeed, selectFeedView } from '../notifications/feed/feed.selectors';
import {
  boardLeft,
  boardNewPressed,
  boardOpened,
  boardPausePressed,
  boardRead,
  selectBoard,
  selectIsOnBoard,
} from './liveBoard.slice';

/** Notes when the board is opened and left, and holds its list still while somebody reads. */
export function* followBoard(): SagaGenerator<void> {
  yield* takeEvery(
    [boardOpened, boardLeft, boardPausePressed, boardRead, boardNewPressed, snapshotArrived].map(({ type }) => type),
    holdList,
  );
  let page: string | null = null;
  while (true) {
    yield* take(pageMoved);
    const isOnBoard: boolean = yield* select(selectIsOnBoard);
    const { open } = yield* select(selectBoard);
    if (isOnBoard && !open) yield* put(boardOpened({ cameFrom: page }));
    if (!isOnBoard && open) yield* put(boardLeft());
    if (!isOnBoard) page = (yield* addressOfPage()) ?? page;
  }
}

/** Null for a page that only redirects. */
function* addressOfPage(): SagaGenerator<string | null> {
  const location = yield* select(selectLocation);
  const { kind } = yield* select(selectResolution);
  return location !== null && kind === 'screen' ? location.pathname + location.search : null;
}

/** While paused, scrolled or focused, the list ends at the sequence it showed first. */
function* holdList(action: Action): SagaGenerator<void> {
  const { open, paused, away, focused, shownUpTo: before } = yield* select(selectBoard);
  const { known, sequence } = yield* select(selectFeed);
  const isHeld = open && known && (paused || away || focused);
  const startsAgain = snapshotArrived.match(action) || boardNewPressed.match(action);
  const shownUpTo = !isHeld ? null : startsAgain ? sequence : (before ?? sequence);
  const view = yield* select(selectFeedView);
  if (view.open !== open || view.shownUpTo !== shownUpTo) yield* put(feedViewChanged({ open, shownUpTo }));
}
