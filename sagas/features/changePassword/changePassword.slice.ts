/** Changing one's password. Secrets are passed as references. */
import { createAction, createSlice } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { ChangePasswordContext, NewPassword } from '../../../machines/changePassword/changePassword.machine';
import type { Failure } from '../../../machines/failure';
import { failureText } from '../../base/http/failureText';
import { machineSelector } from '../../base/runtime/machines.slice';

export const changePasswordCancelled = createAction('changePassword/cancelled');
export const changePasswordSubmitted = createAction<NewPassword>('changePassword/submitted');

const slice = createSlice({
  name: 'changePassword',
  initialState: false,
  reducers: { changePasswordOpened: () => true, changePasswordEnded: () => false },
});

export const { changePasswordOpened, changePasswordEnded } = slice.actions;
/** Whether the dialog is open. */
export const changePasswordReducer = slice.reducer;

const selectMachine = machineSelector<ChangePasswordContext>('changePassword');

/** False until the dialog is loaded, which happens when it is first opened. */
export const selectChangePasswordOpen = (state: { readonly changePassword?: boolean }): boolean =>
  state.changePassword ?? false;

export const selectChangePassword = createSelector([selectMachine], (machine) => ({
  busy: machine?.tags.includes('busy') ?? false,
  saved: machine?.tags.includes('saved') ?? false,
  error: machine?.context.failure ? textOf(machine.context.failure) : null,
  errorId: machine?.context.failureCount ?? 0,
  /** The field to correct. */
  oldIsWrong: machine?.context.failure?.kind === 'refused' && machine.context.failure.code === 'password.incorrect',
}));

/** Without an answer it is unknown which of the two passwords is valid. */
function textOf(failure: Failure): string {
  if (failure.kind !== 'unreachable' && failure.kind !== 'timedOut') return failureText(failure);
  return 'No answer came, so the password may have been changed or not. Try again; if the old password is refused now, the new one already counts.';
}
