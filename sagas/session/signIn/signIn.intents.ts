/** Intents of the sign-in screens. Secrets are passed as references. */
import { createAction } from '@reduxjs/toolkit';
import type { SecondFactor } from '../../../contract/identity/access.endpoints';
import type { SecretRef } from '../../../machines/references';
import type { SignInMethod } from '../../../machines/signIn/signIn.types';

interface SignInForm {
  readonly userName: string;
  readonly organizationCode: string;
  readonly password: SecretRef;
}

export const signInSubmitted = createAction<SignInForm>('access/signInSubmitted');
export const passkeySignInRequested = createAction('access/passkeySignInRequested');
/** A passkey was picked in the user name field; the reference stands for the browser's answer. */
export const passkeyPicked = createAction<{ readonly passkey: SecretRef }>('access/passkeyPicked');
/** `remember`: this browser skips the second factor from now on. */
export const codeSubmitted = createAction<{ readonly code: SecretRef; readonly remember: boolean }>(
  'access/codeSubmitted',
);
export const passkeyProofRequested = createAction<{ readonly remember: boolean }>('access/passkeyProofRequested');
export const methodChosen = createAction<{ readonly method: SecondFactor }>('access/methodChosen');
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

/** The organization in the form at first, and the method used last; null if unknown. */
export const signInMethodsRequested = createAction<{
  readonly organizationCode: string;
  readonly last: SignInMethod | null;
}>('methods/requested');
/** The organization's code was changed in the form. */
export const organizationTyped = createAction<{ readonly organizationCode: string }>('methods/organizationTyped');
