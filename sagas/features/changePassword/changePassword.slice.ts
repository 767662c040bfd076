/** Changing one's password. Secrets are passed as references. */
import { createAction, createSlice } from '@reduxjs/toolkit';
import type { NewPassword } from '../../../machines/changePassword/changePassword.machine';

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

/** False until the dialog is loaded, which happens when it is first opened. */
export const selectChangePasswordOpen = (state: { readonly changePassword?: boolean }): boolean =>
  state.changePassword ?? false;
