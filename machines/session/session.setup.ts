/** Services, actions and guards of the session machine, and its delays. */
import { assign, setup } from 'xstate';
import type { SessionEndReason } from '../../contract/base/errors';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { failureOf, type Failure } from '../failure';
import type { Grant, SsoOrigin } from '../grant';
import type { SecretRef } from '../references';
import { service } from '../service';
import type { SignInOutput } from '../signIn/signIn.types';
import type { SessionCheckResult, SessionContext, SessionEvent, SessionInput, SignedOutReason } from './session.types';
import { nonNull } from '../nonNull';

const RETRY_BASE_MS = 1_000;
const RETRY_CAP_MS = 30_000;

/** How long to wait after this many failed attempts to reach the server. */
export const retryDelayMs = (attempts: number): number => Math.min(RETRY_BASE_MS * 2 ** attempts, RETRY_CAP_MS);

/** Why the failure means that the session is over; null if it does not mean that. */
export function endReason(failure: Failure): SessionEndReason | 'other_user' | null {
  if (failure.kind === 'sessionEnded') return failure.reason;
  if (failure.kind === 'otherUser') return 'other_user';
  return failure.kind === 'unauthorized' ? 'revoked' : null;
}

/** Context after a check. */
export const outcomeOf = (check: SessionCheckResult) => ({
  userName: check.status === 'in' ? check.userName : null,
  reason: check.status === 'out' ? check.reason : null,
  pendingSignOut: check.status === 'out' ? check.pendingSignOut : null,
  sso: check.sso,
});

const isMine = (context: SessionContext, tokenIdentifier: string) => context.grant?.tokenIdentifier === tokenIdentifier;

/** All but the remaining time, which each answer has anew although the end of a session is fixed. */
const factsOf = (user: UserInfo | null) =>
  JSON.stringify(user, (key, value: unknown) => (key === 'sessionEndsInSeconds' ? undefined : value));

/** Services reject with CallFailed; their grants hold references, never tokens. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'starting' | 'unreachable' | 'signedOut' | 'active' | 'ending',
  },
  actors: {
    checkSession: service<SessionInput, SessionCheckResult>(),
    /** Renews the token of this generation at the server; generation 0 takes whatever the session has now. */
    renewToken: service<{ readonly generation: number; readonly tokenIdentifier: string | null }, Grant>(),
    fetchUser: service<{ readonly grant: Grant; readonly userName: string }, UserInfo>(),
    signIn: service<void, SignInOutput>(),
    /** Signs out at the server. If that fails, `finishSignOut` repeats it until the server confirms it. */
    endSession: service<{ readonly tokenIdentifier: string }, void>(),
    finishSignOut: service<{ readonly tokenIdentifier: string }, void>(),
    /** Sends the browser to the provider's sign-out. Rejects if this page stays. */
    endSso: service<{ readonly origin: SsoOrigin; readonly reason: SignedOutReason }, void>(),
  },
  actions: {
    clearReason: assign({ reason: null }),
    clearSession: assign({ grant: null, user: null, userName: null, known: 'unknown' }),
    /** If the browser has another user's session: its provider may be the same, and signing out there would end it. */
    clearOtherUsersSso: assign(({ context: { reason, sso } }) => ({ sso: reason === 'other_user' ? null : sso })),
    /** Unchanged information stays the same object, so that nothing derived from it is computed again. */
    storeUser: assign(({ context }, params: { readonly user: UserInfo }) => ({
      user: factsOf(params.user) === factsOf(context.user) ? context.user : params.user,
    })),
    noteFailure: assign((_, params: { readonly error: unknown }) => ({ failure: failureOf(params.error) })),
    noteEnd: assign((_, params: { readonly error: unknown }) => ({ reason: endReason(failureOf(params.error)) })),
    // Run by sagas: for the secret store, the other tabs and the waiting calls.
    clearSecrets: (_, _params: { readonly refs: readonly (SecretRef | null)[] }) => {},
    postSignedIn: (_, _params: { readonly grant: Grant }) => {},
    /** For the calls of this tab that wait for a newer token. */
    publishRenewal: (_, _params: { readonly grant: Grant }) => {},
    /** For the other tabs. */
    postRenewed: (_, _params: { readonly grant: Grant }) => {},
    /** For the other tabs. */
    postUser: (_, _params: { readonly grant: Grant; readonly user: UserInfo }) => {},
    publishRenewalFailure: (_, _params: { readonly error: unknown }) => {},
    postSignedOut: (_, _params: Pick<SessionContext, 'grant' | 'reason' | 'pendingSignOut'>) => {},
  },
  guards: {
    isOver: (_, params: { readonly error: unknown }) => endReason(failureOf(params.error)) !== null,
    isCurrent: ({ context }, params: { readonly generation: number }) =>
      context.grant?.generation === params.generation,
    isNewer: ({ context }, params: { readonly grant: Grant }) =>
      isMine(context, params.grant.tokenIdentifier) &&
      params.grant.generation > nonNull(context.grant, 'grant').generation,
    signOutIsPending: ({ context }) => context.pendingSignOut !== null,
    cameBySso: ({ context }) => context.sso !== null,
    isHeld: ({ context }, params: { readonly grant: Grant }) => context.grant?.token === params.grant.token,
    isMine: ({ context }, params: { readonly tokenIdentifier: string }) => isMine(context, params.tokenIdentifier),
    isAnother: ({ context }, params: { readonly tokenIdentifier: string }) => !isMine(context, params.tokenIdentifier),
  },
  delays: {
    retryDelay: ({ context }) => retryDelayMs(context.attempts),
  },
});
