/** Asks for the password again before sign-in settings are changed, then repeats the action that was refused. */
import { createAction, createSlice, type Action, type PayloadAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { Failure } from '../../../machines/failure';
import type { SecretRef } from '../../../machines/references';
import { failureText } from '../../base/http/failureText';
import { clearedOnSignOut } from '../../session/activeSession.saga';

/** `then` is dispatched if the password was correct. */
export const passwordReentered = createAction<{ readonly password: SecretRef; readonly then: Action }>(
  'reauthentication/passwordReentered',
);

interface ReauthenticationState {
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
}

const NOTHING: ReauthenticationState = { busy: false, failure: null, failureCount: 0 };

const slice = createSlice({
  name: 'reauthentication',
  initialState: NOTHING,
  reducers: {
    proofChecked: (state) => ({ ...state, busy: true, failure: null }),
    proofAccepted: (state) => ({ ...state, busy: false }),
    /** Its dialog or page was left: the next prompt starts without a message. */
    proofLeft: () => NOTHING,
    proofRefused: (state, { payload }: PayloadAction<Failure>) => ({
      busy: false,
      failure: payload,
      failureCount: state.failureCount + 1,
    }),
  },
});

export const { proofChecked, proofAccepted, proofRefused, proofLeft } = slice.actions;

/** Added to the store with the confirmations. */
export const reauthenticationReducers = clearedOnSignOut({ reauthentication: slice.reducer });

/** Whether the server requires the password again. */
export const needsReauthentication = (failure: Failure | null): boolean =>
  failure?.kind === 'refused' && failure.code === 'proof.required';

/** The form for the password: whether it is being checked, and why it was refused. */
export const selectReauthentication = createSelector(
  [(state: { readonly reauthentication?: ReauthenticationState }) => state.reauthentication],
  (reauthentication) => {
    const { busy, failure, failureCount } = reauthentication ?? NOTHING;
    return { busy, error: failure && failureText(failure), errorId: failureCount };
  },
);
