/** What the live board adds to the feed: what is held back, and what the server has counted. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../contract';
import type { Failure } from '../../machines/failure';
import { boardNewPressed, boardPausePressed, boardRead, boardRetried } from './board.intents';
import { snapshotArrived } from './notifications.events';
import type { FeedState } from './notifications.state';

export type Quarters = ResponseOf<'notificationQuarters'>;

export interface BoardState {
  readonly open: boolean;
  /** The address one came from; null where the board was the first page. */
  readonly cameFrom: string | null;
  readonly paused: boolean;
  readonly away: boolean;
  readonly focused: boolean;
  /** While any of these holds: the last event that is shown. Null: all are. */
  readonly through: number | null;
  /** How often the new ones were asked for: each time the list begins at its top. */
  readonly shows: number;
  /** As of the sequence in it; what the feed has beyond is counted on top. Null until it is there. */
  readonly quarters: Quarters | null;
  /** How far the server's clock is ahead of this one, ms. */
  readonly ahead: number;
  readonly failure: Failure | null;
}

export const CLOSED_BOARD: BoardState = {
  open: false,
  cameFrom: null,
  paused: false,
  away: false,
  focused: false,
  through: null,
  shows: 0,
  quarters: null,
  ahead: 0,
  failure: null,
};

export const boardOpened = createAction<{ readonly cameFrom: string | null }>('notifications/boardOpened');
export const boardLeft = createAction('notifications/boardLeft');
export const quartersFound = createAction<{ readonly quarters: Quarters; readonly ahead: number }>(
  'notifications/quartersFound',
);
export const quartersFailed = createAction<{ readonly failure: Failure }>('notifications/quartersFailed');

export function boardReducer(board: BoardState, action: UnknownAction, feed: FeedState): BoardState {
  const next = stepped(board, action, feed);
  const holds = feed.known && (next.paused || next.away || next.focused);
  const through = holds ? (next.through ?? feed.sequence) : null;
  return through === next.through ? next : { ...next, through };
}

function stepped(board: BoardState, action: UnknownAction, feed: FeedState): BoardState {
  if (boardOpened.match(action)) return { ...CLOSED_BOARD, open: true, cameFrom: action.payload.cameFrom };
  if (!board.open) return board;
  if (boardLeft.match(action)) return CLOSED_BOARD;
  if (boardPausePressed.match(action)) return { ...board, paused: !board.paused };
  if (boardRead.match(action)) {
    const { away = board.away, focused = board.focused } = action.payload;
    return away === board.away && focused === board.focused ? board : { ...board, away, focused };
  }
  if (boardNewPressed.match(action))
    return { ...board, away: false, focused: false, through: feed.sequence, shows: board.shows + 1 };
  // The lists begin anew: what was held of the old ones is gone.
  if (snapshotArrived.match(action)) return { ...board, through: null };
  if (quartersFound.match(action)) return { ...board, ...action.payload, failure: null };
  if (quartersFailed.match(action)) return { ...board, failure: action.payload.failure };
  if (boardRetried.match(action)) return { ...board, failure: null };
  return board;
}
