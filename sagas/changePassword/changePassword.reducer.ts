import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { changePasswordOpened } from './changePassword.intents';

export const changePasswordEnded = createAction('changePassword/ended');

/** Whether the dialog is there. Kept with the shell, and so forgotten with the session. */
export function changePasswordReducer(state = false, action: UnknownAction): boolean {
  if (changePasswordOpened.match(action)) return true;
  return changePasswordEnded.match(action) ? false : state;
}
