/** What the states of the session machine share: services, actions, guards and delays. */
import { assign, setup } from 'xstate';
import type { SessionEndReason, UserInfo } from '../../contract';
import { failureOf, type Failure } from '../failure';
import type { Grant } from '../grant';
import type { SecretRef } from '../secret';
import { service } from '../service';
import type { SignInOutput } from '../signIn/signIn.types';
import type { SsoOrigin } from '../sso';
import type { SessionCheckResult, SessionContext, SessionEvent, SessionInput, SignedOutReason } from './session.types';

const RETRY_BASE_MS = 1_000;
const RETRY_CAP_MS = 30_000;

/** How long an unreachable server is left alone after so many tries in vain. */
export const retryDelayMs = (attempts: number): number => Math.min(RETRY_BASE_MS * 2 ** attempts, RETRY_CAP_MS);

/** The server's word that the session is over, or null where the failure says nothing of the kind. */
export function endReason(failure: Failure): SessionEndReason | null {
  if (failure.kind === 'sessionEnded') return failure.reason;
  return failure.kind === 'unauthorized' ? 'revoked' : null;
}

/** What the check leaves behind where nobody is signed in. */
export const outcomeOf = (check: SessionCheckResult) => ({
  reason: check.status === 'out' ? check.reason : null,
  sso: check.sso,
});

export function must<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`The session machine has no ${name} here.`);
  return value;
}

const isMine = (context: SessionContext, tokenIdentifier: string) => context.grant?.tokenIdentifier === tokenIdentifier;

export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'starting' | 'unreachable' | 'signedOut' | 'active' | 'ending',
  },
  actors: {
    checkSession: service<SessionInput, SessionCheckResult>(),
    /** Renews the token of this generation; generation 0 takes whatever the session has now. */
    renewToken: service<{ readonly generation: number; readonly tokenIdentifier: string | null }, Grant>(),
    fetchUser: service<{ readonly grant: Grant; readonly userName: string }, UserInfo>(),
    signIn: service<void, SignInOutput>(),
    endSession: service<void, void>(),
    /** Validates that the provider is there, and signs the person out there. */
    endSso: service<{ readonly origin: SsoOrigin; readonly reason: SignedOutReason }, void>(),
  },
  actions: {
    forgetSession: assign({ grant: null, user: null, userName: null, known: 'unknown' }),
    noteFailure: assign((_, params: { readonly error: unknown }) => ({ failure: failureOf(params.error) })),
    noteReason: assign((_, params: { readonly reason: SignedOutReason }) => ({ reason: params.reason })),
    noteEnd: assign((_, params: { readonly error: unknown }) => ({ reason: endReason(failureOf(params.error)) })),
    // Done by sagas: what the vault, the other tabs and the waiting calls must know.
    wipe: (_, _params: { readonly refs: readonly (SecretRef | null)[] }) => {},
    tellSignedIn: (_, _params: { readonly grant: Grant }) => {},
    /** For the calls of this tab that wait for a newer token. */
    tellWaiting: (_, _params: { readonly grant: Grant }) => {},
    /** For the other tabs. */
    tellRenewed: (_, _params: { readonly grant: Grant }) => {},
    tellRenewalFailed: (_, _params: { readonly error: unknown; readonly generation: number }) => {},
    tellSignedOut: (_, _params: { readonly grant: Grant | null; readonly reason: SignedOutReason }) => {},
  },
  guards: {
    isOver: (_, params: { readonly error: unknown }) => endReason(failureOf(params.error)) !== null,
    isCurrent: ({ context }, params: { readonly generation: number }) =>
      context.grant?.generation === params.generation,
    isNewer: ({ context }, params: { readonly grant: Grant }) =>
      isMine(context, params.grant.tokenIdentifier) &&
      params.grant.generation > must(context.grant, 'grant').generation,
    cameBySso: ({ context }) => context.sso !== null,
    isOverAndSso: ({ context }, params: { readonly error: unknown }) =>
      context.sso !== null && endReason(failureOf(params.error)) !== null,
    isHeld: ({ context }, params: { readonly grant: Grant }) => context.grant?.token === params.grant.token,
    isMine: ({ context }, params: { readonly tokenIdentifier: string }) => isMine(context, params.tokenIdentifier),
    isAnother: ({ context }, params: { readonly tokenIdentifier: string }) => !isMine(context, params.tokenIdentifier),
  },
  delays: {
    retryDelay: ({ context }) => retryDelayMs(context.attempts),
  },
});
