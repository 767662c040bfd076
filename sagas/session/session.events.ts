/** Events of the session. Grants hold references in place of tokens. */
import { createAction } from '@reduxjs/toolkit';
import type { SessionEndReason } from '../../contract/base/errors';
import type { Failure } from '../../machines/failure';
import type { Grant } from '../../machines/grant';
import type { OwnSignOutReason } from '../../machines/session/session.types';

/** A call was refused because its token has expired. */
export const tokenRejected = createAction<{ readonly generation: number }>('session/tokenRejected');
export const tokenRenewed = createAction<{ readonly generation: number }>('session/tokenRenewed');
/** The token of a sign-in that is not finished was renewed. */
export const grantRenewed = createAction<Grant>('session/grantRenewed');
/** Calls that wait for a token fail with this failure. */
export const renewalFailed = createAction<{ readonly failure: Failure }>('session/renewalFailed');
/** The server ended the session, in an answer or over the socket, or the browser has another user's now. */
export const callEndedSession = createAction<{ readonly reason: SessionEndReason | 'other_user' }>(
  'session/callEndedSession',
);
/** The server refused a call: this user may not make it. */
export const callRefused = createAction('session/callRefused');

/** Retries while the server is unreachable. */
export const reconnectRequested = createAction('session/reconnectRequested');

/** A sign-in was given up, and the server has not confirmed the end of its session. */
export const signOutPending = createAction<{ readonly tokenIdentifier: string }>('session/signOutPending');

/** Also ends the session at the identity provider, after signing out here. */
export const providerSignOutRequested = createAction('session/providerSignOutRequested');

export const signOutRequested = createAction<OwnSignOutReason | undefined>('session/signOutRequested');
