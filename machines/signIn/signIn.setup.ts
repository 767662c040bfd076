/** Services, actions and guards of the sign-in machine. */
import { assign, setup } from 'xstate';
import type { SecondFactor } from '../../contract/identity/access.endpoints';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { failureOf } from '../failure';
import type { Grant, PasskeyGrant, SignInGrant, SsoGrant, SsoOrigin, SsoProof } from '../grant';
import type { SecretRef } from '../references';
import { service } from '../service';
import type {
  Challenge,
  Credentials,
  FactorProof,
  NewSession,
  ResendDeadline,
  SignInContext,
  SignInEvent,
  SignInInput,
  SignInOutput,
} from './signIn.types';
import { nonNull } from '../nonNull';

/** Before anything is typed, and after an attempt was cancelled: no reference to a secret is kept. */
export const NO_ATTEMPT = {
  password: null,
  code: null,
  newPassword: null,
  challenge: null,
  method: null,
  remember: false,
  grant: null,
  sso: null,
  proof: null,
} satisfies Partial<SignInContext>;

const offers = (challenge: Challenge | null, method: SecondFactor): boolean =>
  nonNull(challenge, 'challenge').methods.includes(method);

function endsChallenge(error: unknown): boolean {
  const failure = failureOf(error);
  // With the last wrong code the server closes the challenge: even the right one is of no use any more.
  if (failure.kind === 'codeWrong') return failure.attemptsLeft === 0;
  return ['badCredentials', 'locked', 'addressDenied', 'codeNotAvailable', 'challengeExpired'].includes(failure.kind);
}

/** Services reject with CallFailed. Passwords, codes and tokens are references; the resend delay is in milliseconds. */
export const signInSetup = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as SignInInput,
    output: {} as SignInOutput,
    tags: {} as
      | 'credentials'
      | 'twoFactor'
      | 'takeover'
      | 'finishing'
      | 'failed'
      | 'passwordChange'
      | 'enrollment'
      | 'reset'
      | 'sso'
      | 'busy',
  },
  actors: {
    /** `mail` requests a mailed code even if there are other methods. */
    checkTwoFactor: service<Credentials & { readonly mail: boolean }, Challenge | null>(),
    authenticate: service<Credentials & { readonly proof: FactorProof | null }, SignInGrant>(),
    /** The browser asks the person to confirm; new options are requested if these have been used. */
    provePasskey: service<Credentials & { readonly options: string | null }, SecretRef>(),
    signInWithPasskey: service<{ readonly picked: SecretRef | null }, PasskeyGrant>(),
    /** Runs the machine `enrollFactor` to its end. False if the user left it. */
    enrollFactor: service<Grant, boolean>(),
    resendCode: service<{ readonly challengeId: string }, ResendDeadline>(),
    /** Runs while the takeover question is shown; rejects once the session is over. */
    watchPendingSession: service<Grant, never>(),
    endOtherSessions: service<Grant, void>(),
    /** `hasCookie`: whoever uses this browser has the session, so its end is repeated until the server confirms it. */
    giveUpSession: service<{ readonly grant: Grant; readonly hasCookie: boolean }, void>(),
    storeSession: service<NewSession, void>(),
    /** Goes to the provider's page; settles only if that fails. */
    startSso: service<SsoOrigin, never>(),
    /** Reads what the provider sent back with the browser. */
    finishSso: service<void, SsoProof>(),
    authenticateSso: service<SsoProof, SsoGrant>(),
    changePassword: service<{ readonly grant: Grant; readonly newPassword: SecretRef }, void>(),
    fetchUser: service<{ readonly grant: Grant; readonly userName: string }, UserInfo>(),
    resetPassword: service<{ readonly userName: string; readonly organizationCode: string }, void>(),
  },
  actions: {
    fail: assign(({ context }, params: { readonly error: unknown }) => ({
      failure: failureOf(params.error),
      failureCount: context.failureCount + 1,
    })),
    /** The failure may contain the origin, which this machine may not know. */
    failSso: assign(({ context }, params: { readonly error: unknown }) => {
      const failure = failureOf(params.error);
      const origin = failure.kind === 'sso' ? failure.origin : null;
      return { failure, failureCount: context.failureCount + 1, sso: origin ?? context.sso };
    }),
    clearMessages: assign({ failure: null, notice: null, resendFailure: null }),
    clearAttempt: assign(NO_ATTEMPT),
    dropGrant: assign({ grant: null }),
    clearPassword: assign({ password: null, challenge: null, method: null }),
    /** Begins with the strongest method, or with mail if that was requested. */
    meetChallenge: assign((_, { challenge }: { readonly challenge: Challenge | null }) => ({
      challenge,
      method: challenge?.id ? ('mail' as const) : (challenge?.methods[0] ?? null),
    })),
    /** The options for a passkey can be used once. */
    usePasskeyOptions: assign(({ context }) => ({
      challenge: { ...nonNull(context.challenge, 'challenge'), passkeyOptions: null },
    })),
    /** Run by a saga: removes the values behind these references. */
    clearSecrets: (_, _params: { readonly refs: readonly (SecretRef | null)[] }) => {},
  },
  guards: {
    /** These failures end the challenge, so the user starts again with the password. */
    isChallengeOver: (_, params: { readonly error: unknown }) => endsChallenge(params.error),
    /** The same, while a code is being verified: the context has one only then. */
    isChallengeOverWhileVerifying: ({ context }, params: { readonly error: unknown }) =>
      context.code !== null && endsChallenge(params.error),
    isTooEarly: (_, params: { readonly error: unknown }) => failureOf(params.error).kind === 'resendTooEarly',
    isSessionOver: (_, params: { readonly error: unknown }) =>
      ['sessionEnded', 'tokenExpired', 'unauthorized'].includes(failureOf(params.error).kind),
    isFirstLogin: ({ context }) => context.grant?.loginCode === 'FIRST_LOGIN',
    hasActiveSession: ({ context }) => context.grant?.loginCode === 'ACTIVE_SESSION',
    offers: ({ context }, { method }: { readonly method: SecondFactor }) => offers(context.challenge, method),
    /** Mail is accepted, but no code has been mailed yet. */
    mailIsDue: ({ context }, { method }: { readonly method: SecondFactor }) =>
      method === 'mail' && offers(context.challenge, method) && context.challenge?.id === null,
    wasMailed: ({ context }) => nonNull(context.challenge, 'challenge').id !== null,
    mustEnroll: ({ context }) => nonNull(context.grant, 'grant').mustEnroll,
    mustChangePassword: ({ context }) => nonNull(context.grant, 'grant').isPasswordAutogenerated,
    hasSsoOrigin: ({ context }) => context.sso !== null,
  },
  delays: {
    resendCooldown: ({ context }) => nonNull(context.challenge, 'challenge').resendInMs,
  },
});
