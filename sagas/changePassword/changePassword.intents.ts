/** What a person does about their password. Secrets travel as references. */
import { createAction } from '@reduxjs/toolkit';
import type { NewPassword } from '../../machines/changePassword/changePassword.machine';

export const changePasswordOpened = createAction('changePassword/opened');
export const changePasswordCancelled = createAction('changePassword/cancelled');
export const changePasswordSubmitted = createAction<NewPassword>('changePassword/submitted');
