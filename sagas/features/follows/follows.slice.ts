/** What can be followed or muted about a notification or a record, while the choices are open. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { Followed, FollowMode } from '../../../contract/notifications/channels.endpoints';
import type { Failure } from '../../../machines/failure';
import { failureText } from '../../base/http/failureText';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { followsOpened, type FollowedOf } from './follows.intents';
import { followText } from './follows.rules';

/** One text for each, to compare and to store by. */
export const keyOf = (of: FollowedOf): string => ('subject' in of ? of.subject : `notification:${of.notificationId}`);

export interface FollowsState {
  /** What the choices are about, as `keyOf` has it; null while they are closed. */
  readonly of: string | null;
  /** Null until loaded. */
  readonly choices: readonly Followed[] | null;
  readonly failure: Failure | null;
  /** Whether the server may have saved the choice that failed. */
  readonly mayBeSaved: boolean;
}

const CLOSED: FollowsState = { of: null, choices: null, failure: null, mayBeSaved: false };

export const followsClosed = createAction('follows/closed');
export const followChosen = createAction<{ readonly subject: string; readonly mode: FollowMode | null }>(
  'follows/chosen',
);

const slice = createSlice({
  name: 'follows',
  initialState: CLOSED,
  reducers: {
    followChoicesArrived: (
      state,
      { payload }: PayloadAction<{ readonly of: string; readonly choices: readonly Followed[] }>,
    ): FollowsState => (payload.of === state.of ? { ...state, choices: payload.choices, failure: null } : state),
    followChoicesFailed: (
      state,
      { payload }: PayloadAction<{ readonly failure: Failure; readonly mayBeSaved: boolean }>,
    ): FollowsState => ({ ...state, ...payload }),
    /** Shown immediately, and reverted unless the server saves it. */
    modeSet: (
      state,
      { payload: { subject, mode } }: PayloadAction<{ readonly subject: string; readonly mode: FollowMode | null }>,
    ): FollowsState => ({
      ...state,
      failure: null,
      choices: state.choices?.map((each) => (each.subject === subject ? { ...each, mode } : each)) ?? null,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(followsOpened, (_, { payload }): FollowsState => ({ ...CLOSED, of: keyOf(payload) }))
      .addCase(followsClosed, (): FollowsState => CLOSED),
});

export const { followChoicesArrived, followChoicesFailed, modeSet } = slice.actions;
export const followsReducers = clearedOnSignOut({ follows: slice.reducer });

export interface WithFollows {
  readonly follows?: FollowsState;
}

export interface FollowChoice extends Followed {
  /** The effect of the current choice. */
  readonly text: string;
}

const selectState = (state: WithFollows): FollowsState => state.follows ?? CLOSED;
/** What the open choices are about; null while they are closed. */
export const selectFollowsOf = (state: WithFollows): string | null => selectState(state).of;
/** `choices` is null until they are loaded. */
export const selectFollows = createSelector([selectState], ({ choices, failure, mayBeSaved }) => {
  const notSaved = mayBeSaved ? 'It is not known whether that was saved.' : 'That was not saved.';
  return {
    choices: choices?.map((each): FollowChoice => ({ ...each, text: followText(each.subject, each.mode) })) ?? null,
    error: failure && `${choices === null ? 'The choices could not be loaded.' : notSaved} ${failureText(failure)}`,
  };
});
