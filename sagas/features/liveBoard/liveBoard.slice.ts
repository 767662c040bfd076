/** State of the live board: whether its list is held, and the server's counts. */
import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Notification } from '../../../contract/notifications/notification';
import { tabOf } from '../../../contract/notifications/categories';
import type { Failure } from '../../../machines/failure';
import { selectRoute, type WithPage } from '../../navigation/location/location.selectors';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { eventsApplied, feedViewChanged, snapshotArrived } from '../notifications/feed/feed.slice';
import type { Counted } from './hours';
import type { BoardPlace } from './liveBoard.address';

export type Quarters = ResponseOf<'notificationQuarters'>;

export interface BoardState {
  readonly open: boolean;
  readonly paused: boolean;
  /** The list is scrolled away from its top. */
  readonly away: boolean;
  readonly focused: boolean;
  /** While paused, scrolled or focused: the last sequence shown. Null: all are shown. */
  readonly shownUpTo: number | null;
  /** Counts how often new items were shown on request: the list then scrolls to its top. */
  readonly shows: number;
  /** Up to the sequence in it. Null until loaded. */
  readonly quarters: Quarters | null;
  /** What has come after it, by sequence, whatever was done with it since. */
  readonly later: Readonly<Record<number, Counted>>;
  /** Server clock minus this clock, ms. */
  readonly ahead: number;
  readonly failure: Failure | null;
}

const CLOSED_BOARD: BoardState = {
  open: false,
  paused: false,
  away: false,
  focused: false,
  shownUpTo: null,
  shows: 0,
  quarters: null,
  later: {},
  ahead: 0,
  failure: null,
};

/** As long as counting fails, the oldest beyond this number are dropped. */
const LATER_KEPT = 10_000;

const countedOf = ({ categoryCode, notificationDate }: Notification): Counted => ({
  tab: tabOf(categoryCode),
  at: Date.parse(notificationDate),
  count: 1,
});

/** Without those that no longer count, and without the oldest of too many: the keys are in ascending order. */
function laterThan(later: BoardState['later'], sequence: number): BoardState['later'] {
  const kept = Object.entries(later).filter(([each]) => Number(each) > sequence);
  return Object.fromEntries(kept.slice(-LATER_KEPT));
}

const liveBoardSlice = createSlice({
  name: 'liveBoard',
  initialState: CLOSED_BOARD,
  reducers: {
    // Intents.
    /** Changes kinds, hours or view, in the address. */
    boardChanged: (state, _: PayloadAction<Partial<BoardPlace>>) => state,
    /** Typed into the search, which waits for a pause. */
    boardSearched: (state, _: PayloadAction<{ readonly words: string }>) => state,
    /** Pauses or resumes the list. */
    boardPausePressed: (state) => {
      if (state.open) state.paused = !state.paused;
    },
    /** The list is scrolled away from its top, or has the focus: it is held. */
    boardRead: (state, { payload }: PayloadAction<{ readonly away?: boolean; readonly focused?: boolean }>) =>
      state.open ? { ...state, ...payload } : state,
    /** Shows new items, from the top. */
    boardNewPressed: (state) =>
      state.open ? { ...state, away: false, focused: false, shows: state.shows + 1 } : state,
    /** Retries counting after a failure. */
    boardRetried: (state) => {
      state.failure = null;
    },

    // Results.
    boardOpened: () => ({ ...CLOSED_BOARD, open: true }),
    boardLeft: () => CLOSED_BOARD,
    quartersFound: (state, { payload }: PayloadAction<{ readonly quarters: Quarters; readonly ahead: number }>) =>
      state.open
        ? { ...state, ...payload, later: laterThan(state.later, payload.quarters.sequence), failure: null }
        : state,
    quartersFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>) =>
      state.open ? { ...state, failure: payload.failure } : state,
  },
  extraReducers: (builder) =>
    builder
      .addCase(feedViewChanged, (state, { payload }) => {
        state.shownUpTo = payload.shownUpTo;
      })
      .addCase(eventsApplied, (state, { payload }): BoardState => {
        if (!state.open) return state;
        const counted = state.quarters?.sequence ?? 0;
        const came = payload.events.flatMap(({ sequence, notification }) =>
          notification === undefined || sequence <= counted ? [] : [[sequence, countedOf(notification)] as const],
        );
        if (came.length === 0) return state;
        // Not the draft's, which would wrap each entry.
        const later = original(state)?.later;
        return { ...state, later: laterThan({ ...later, ...Object.fromEntries(came) }, counted) };
      })
      .addCase(snapshotArrived, (state, { payload }) => {
        // The server gives the numbers of lost events to others.
        if (payload.isRewound === true) state.later = {};
      }),
});

/** Added to the store with the board's sagas. */
export const liveBoardReducers = clearedOnSignOut({ liveBoard: liveBoardSlice.reducer });
export const {
  boardChanged,
  boardLeft,
  boardNewPressed,
  boardOpened,
  boardPausePressed,
  boardRead,
  boardRetried,
  boardSearched,
  quartersFailed,
  quartersFound,
} = liveBoardSlice.actions;

/** The part of the store that these selectors read. */
export interface WithLiveBoard {
  readonly liveBoard?: BoardState;
}

/** The closed board until its part is loaded. */
export const selectBoard = (state: WithLiveBoard): BoardState => state.liveBoard ?? CLOSED_BOARD;

/** Reads the address, so it holds before the part of the board is loaded. */
export const selectIsLiveBoard = (state: WithPage): boolean => selectRoute(state)?.screen === 'liveBoard';
