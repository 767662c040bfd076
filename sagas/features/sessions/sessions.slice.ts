/** The open sessions of a person: one's own in the profile, somebody's on their page. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OpenSession } from '../../../contract/identity/sessions.endpoints';
import type { Failure } from '../../../machines/failure';
import { clearedOnSignOut } from '../../session/activeSession.saga';

export const sessionsReloadRequested = createAction('sessions/reloadRequested');

/** Whose: `own`, or a user's id. */
export type SessionsOf = 'own' | { readonly userId: string };

export interface SessionsState {
  /** Null while there is no page that shows any. */
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
    /** Another person's replace what was shown; the same ones stay until they have arrived again. */
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
