/**
 * Everything that can go wrong with a call, as a closed union. Times ending in `At` are epoch milliseconds. The request pipeline maps each answer to exactly one
 * of these; guards and texts switch over `kind` and the compiler says when one is forgotten.
 */
import type { SessionEndReason } from '../contract';
import type { SsoOrigin, SsoProblem } from './sso';

export type Failure =
  /** No answer: offline, reset, refused. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timedOut' }
  /** An answer that is not what the contract says: HTML, broken JSON, wrong types, an unknown step. */
  | { readonly kind: 'badAnswer' }
  | { readonly kind: 'unavailable'; readonly retryAt: number | null }
  | { readonly kind: 'rateLimited'; readonly retryAt: number | null }
  | { readonly kind: 'badCredentials' }
  | { readonly kind: 'userNotFound'; readonly message: string | null }
  /** The two calls have sentences of their own for a locked account. */
  | { readonly kind: 'locked'; readonly at: 'check' | 'signIn'; readonly retryAt: number | null }
  | { readonly kind: 'addressDenied' }
  | { readonly kind: 'codeNotAvailable' }
  | { readonly kind: 'codeWrong'; readonly attemptsLeft: number | null }
  | { readonly kind: 'challengeExpired' }
  | { readonly kind: 'resendTooEarly'; readonly resendAt: number; readonly resendInMs: number }
  /** The access token is past its life; the pipeline answers this one itself. */
  | { readonly kind: 'tokenExpired' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'sessionEnded'; readonly reason: SessionEndReason }
  /** Single sign-on; `origin` is where it began, as far as that is known. */
  | { readonly kind: 'sso'; readonly problem: SsoProblem; readonly origin: SsoOrigin | null }
  | { readonly kind: 'sessionPending' }
  | { readonly kind: 'passwordChangeRequired' }
  /** The server refused with a sentence of its own for the person. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly status: number | null };

/** Thrown by sagas; an `Error` so that stacks survive, with the failure as plain data. */
export class CallFailed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
    this.name = 'CallFailed';
  }
}

/** What an `onError` transition received. Anything that is not a CallFailed is a fault of ours. */
export function failureOf(error: unknown): Failure {
  return error instanceof CallFailed ? error.failure : { kind: 'unknown', status: null };
}
