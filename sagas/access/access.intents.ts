/** What a person at the sign-in screens can ask for. Secrets travel as references. */
import { createAction } from '@reduxjs/toolkit';
import type { SecretRef } from '../../machines/secret';
import type { OwnSignOutReason } from '../../machines/session/session.types';

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
/** After signing in, where the user could not be fetched. */
export const retryRequested = createAction('access/retryRequested');
/** While the server is out of reach. */
export const reconnectRequested = createAction('access/reconnectRequested');
/** After signing out here: the identity provider's session, too. */
export const providerSignOutRequested = createAction('access/providerSignOutRequested');
export const signOutRequested = createAction<OwnSignOutReason | undefined>('access/signOutRequested');
