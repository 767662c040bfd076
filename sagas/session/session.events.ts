/** What happened to the session, in the past tense. Data only: grants travel with references in place of tokens. */
import { createAction } from '@reduxjs/toolkit';
import type { SessionEndReason } from '../../contract';
import type { Failure } from '../../machines/failure';

/** A call found its token expired. */
export const tokenRejected = createAction<{ readonly generation: number }>('session/tokenRejected');
export const tokenRenewed = createAction<{ readonly generation: number }>('session/tokenRenewed');
/** The calls that wait for a token get this failure as theirs. */
export const renewalFailed = createAction<{ readonly failure: Failure }>('session/renewalFailed');
/** A call or the socket heard from the server that the session is over. */
export const callEndedSession = createAction<{ readonly reason: SessionEndReason }>('session/callEndedSession');
/** The server refused a call: this person may not make it. */
export const callRefused = createAction('session/callRefused');
/** The page is looked at again, or came back from the browser's cache. */
export const pageLookedAt = createAction('session/pageLookedAt');
/** The browser says that there is a network again. */
export const browserOnline = createAction('session/browserOnline');
