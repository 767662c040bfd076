/** Open sessions: the user's own in the profile, another user's on their page. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OpenSession } from '../../../contract/identity/sessions.endpoints';
import type { Failure } from '../../../machines/failure';
import { clearedOnSignOut } from '../../session/activeSession.saga';

export const sessionsReloadRequested = createAction('sessions/reloadRequested');

/** Whose: `own`, or a user's id. */
export type SessionsOf = 'own' | { readonly userId: string };

export interface SessionsState {
  /** Null on pages that show none. */
  readonly of: SessionsOf | null;
  /** Null until loaded. */
  readonly sessions: readonly OpenSession[] | null;
  readonly failure: Failure | null;
}

const NOTHING: SessionsState = { of: null, sessions: null, failure: null };

const slice = createSlice({
  name: 'sessions',
  initialState: NOTHING,
  reducers: {
    /** Another user's sessions replace those shown; the same user's stay until they have been loaded again. */
    sessionsRequested: (
      state,
      { payload: { of, again } }: PayloadAction<{ readonly of: SessionsOf | null; readonly again: boolean }>,
    ): SessionsState => ({ of, sessions: again ? state.sessions : null, failure: null }),
    sessionsArrived: (
      state,
      { payload }: PayloadAction<{ readonly sessions: readonly OpenSession[] }>,
    ): SessionsState => ({
      ...state,
      sessions: payload.sessions,
    }),
    sessionsFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>): SessionsState => ({
      ...state,
      failure: payload.failure,
    }),
  },
});

export const { sessionsRequested, sessionsArrived, sessionsFailed } = slice.actions;

/** Added to the store with the first page that shows sessions. */
export const sessionsReducers = clearedOnSignOut({ openSessions: slice.reducer });
