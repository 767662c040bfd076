/** Intents of the sign-in screens. Secrets are passed as references. */
import { createAction } from '@reduxjs/toolkit';
import type { SecretRef } from '../../../machines/references';

interface SignInForm {
  readonly userName: string;
  readonly organizationCode: string;
  readonly password: SecretRef;
}

export const signInSubmitted = createAction<SignInForm>('access/signInSubmitted');
export const codeSubmitted = createAction<{ readonly code: SecretRef }>('access/codeSubmitted');
export const codeResendRequested = createAction('access/codeResendRequested');
export const returnToSignInRequested = createAction('access/returnToSignInRequested');
export const takeoverAccepted = createAction('access/takeoverAccepted');
export const takeoverRejected = createAction('access/takeoverRejected');
export const passwordResetOpened = createAction('access/passwordResetOpened');
export const passwordResetCancelled = createAction('access/passwordResetCancelled');
export const passwordResetSubmitted = createAction<{ readonly username: string; readonly organizationCode: string }>(
  'access/passwordResetSubmitted',
);
export const newPasswordSubmitted = createAction<{ readonly newPassword: SecretRef }>('access/newPasswordSubmitted');
/** After signing in, if the user could not be fetched. */
export const retryRequested = createAction('access/retryRequested');
