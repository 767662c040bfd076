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

export const signInSubmitted = createAction<SignInForm>('signIn/signInSubmitted');
export const passkeySignInRequested = createAction('signIn/passkeySignInRequested');
/** A passkey was picked in the user name field; the reference stands for the browser's answer. */
export const passkeyPicked = createAction<{ readonly passkey: SecretRef }>('signIn/passkeyPicked');
/** `remember`: this browser skips the second factor from now on. */
export const codeSubmitted = createAction<{ readonly code: SecretRef; readonly remember: boolean }>(
  'signIn/codeSubmitted',
);
export const passkeyProofRequested = createAction<{ readonly remember: boolean }>('signIn/passkeyProofRequested');
export const methodChosen = createAction<{ readonly method: SecondFactor }>('signIn/methodChosen');
export const codeResendRequested = createAction('signIn/codeResendRequested');
export const returnToSignInRequested = createAction('signIn/returnToSignInRequested');
export const takeoverAccepted = createAction('signIn/takeoverAccepted');
export const takeoverRejected = createAction('signIn/takeoverRejected');
export const passwordResetOpened = createAction('signIn/passwordResetOpened');
export const passwordResetCancelled = createAction('signIn/passwordResetCancelled');
export const passwordResetSubmitted = createAction<{ readonly username: string; readonly organizationCode: string }>(
  'signIn/passwordResetSubmitted',
);
export const newPasswordSubmitted = createAction<{ readonly newPassword: SecretRef }>('signIn/newPasswordSubmitted');
/** After signing in, if the user could not be fetched. */
export const retryRequested = createAction('signIn/retryRequested');

/** The organization in the form at first, and the method used last; null if unknown. */
export const signInMethodsRequested = createAction<{
  readonly organizationCode: string;
  readonly last: SignInMethod | null;
}>('signInMethods/requested');
/** The organization's code was changed in the form. */
export const organizationTyped = createAction<{ readonly organizationCode: string }>('signInMethods/organizationTyped');
