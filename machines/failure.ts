/**
 * Every way a call can fail, as a closed union. Times ending in `At` are epoch milliseconds. The request pipeline maps
 * each answer to exactly one of these; switches over `kind` are checked for completeness by the compiler.
 */
import type { SessionEndReason } from '../contract/base/errors';
import type { PasskeyProblem, SsoOrigin, SsoProblem } from './grant';

export type Failure = Fault & {
  /** The request's id in the server's log, if there was an answer. */
  readonly requestId?: string;
};

type Fault =
  /** No answer: offline, reset, refused. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timedOut' }
  /** A file with more bytes than the app takes. */
  | { readonly kind: 'tooLarge' }
  /** An answer that breaks the contract: HTML, broken JSON, wrong types, an unknown step. */
  | { readonly kind: 'badAnswer' }
  /** `byProxy`: a proxy answered instead of the server, which may have done what was asked. */
  | { readonly kind: 'unavailable'; readonly retryAt: number | null; readonly byProxy?: true }
  | { readonly kind: 'rateLimited'; readonly retryAt: number | null }
  | { readonly kind: 'badCredentials' }
  | { readonly kind: 'userNotFound'; readonly message: string | null }
  /** These two calls have their own messages for a locked account. */
  | { readonly kind: 'locked'; readonly at: 'check' | 'signIn'; readonly minutesLeft: number | null }
  | { readonly kind: 'addressDenied' }
  | { readonly kind: 'codeNotAvailable' }
  | { readonly kind: 'codeWrong'; readonly attemptsLeft: number | null }
  | { readonly kind: 'challengeExpired' }
  | { readonly kind: 'resendTooEarly'; readonly resendAt: number; readonly resendInMs: number }
  /** The access token has expired; the request pipeline handles this one itself. */
  | { readonly kind: 'tokenExpired' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'sessionEnded'; readonly reason: SessionEndReason }
  /** The browser's cookie belongs to another session by now: the server's answer is not for this user. */
  | { readonly kind: 'otherUser' }
  /** Single sign-on; `origin` is where it began, if known. */
  | { readonly kind: 'sso'; readonly problem: SsoProblem; readonly origin: SsoOrigin | null }
  | { readonly kind: 'passkey'; readonly problem: PasskeyProblem }
  | { readonly kind: 'sessionPending' }
  | { readonly kind: 'passwordChangeRequired' }
  /** The server refused with its own message for the user. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly status: number | null };

/** Thrown by sagas: an `Error` for its stack, with the failure as plain data, and the server's sentence if any. */
export class CallFailed extends Error {
  constructor(
    readonly failure: Failure,
    readonly serverText: string | null = null,
  ) {
    super(failure.kind);
    this.name = 'CallFailed';
  }
}

/** The failure behind an `onError` event. Any other error than a CallFailed is a bug. */
export function failureOf(error: unknown): Failure {
  return error instanceof CallFailed ? error.failure : { kind: 'unknown', status: null };
}
