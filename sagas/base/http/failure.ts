/** Maps every HTTP answer that is not a success to exactly one Failure. The only place that reads error codes. */
import type { ApiErrorBody, OAuthErrorBody } from '../../../contract/base/errors';
import type { Failure } from '../../../machines/failure';
import type { HttpAnswer } from '../ports/network';
import { accepts } from './clientContract';

/** The failure of an answer with a status of 400 or more. `now` is epoch ms; deadlines become instants from it. */
export function failureFrom(answer: HttpAnswer, now: number): Failure {
  if (accepts('oauthError', answer.body)) return fromOAuth(answer, answer.body as OAuthErrorBody, now);
  if (accepts('apiError', answer.body)) return fromApi(answer, answer.body as ApiErrorBody, now);
  return fromStatus(answer, retryAt(answer, {}, now));
}

/** The server's own sentence; null if a proxy answered. */
export const sentenceOf = ({ body }: HttpAnswer): string | null =>
  accepts('apiError', body) ? (body as ApiErrorBody).errorMessage || null : null;

function retryAt(answer: HttpAnswer, body: { readonly retryAfterSeconds?: number }, now: number): number | null {
  const seconds = body.retryAfterSeconds ?? answer.retryAfterSeconds;
  return seconds === null ? null : now + seconds * 1_000;
}

function minutesLeft({ retryAfterSeconds }: { readonly retryAfterSeconds?: number }): number | null {
  return retryAfterSeconds === undefined ? null : Math.max(1, Math.ceil(retryAfterSeconds / 60));
}

/**
 * For proxies between the app and its server, which answer in other formats. A proxy's 401 is not about the session or
 * permissions, so it is a failure like any other.
 */
function fromStatus(answer: HttpAnswer, retry: number | null): Failure {
  switch (answer.status) {
    case 429:
      return { kind: 'rateLimited', retryAt: retry };
    case 502:
    case 503:
    case 504: {
      // An unknown code is that of a newer server.
      const isServer = (answer.body as Partial<ApiErrorBody> | null)?.errorCode !== undefined;
      return { kind: 'unavailable', retryAt: retry, ...(!isServer && { byProxy: true }) };
    }
    default:
      return { kind: 'unknown', status: answer.status };
  }
}

const PROVIDER_UNREACHABLE = 'sso.provider.unreachable';
const providerUnreachable: Failure = { kind: 'sso', problem: 'providerUnreachable', origin: null };

function fromOAuth(answer: HttpAnswer, body: OAuthErrorBody, now: number): Failure {
  const retry = retryAt(answer, body, now);
  const { error_description: code, errorMessage: message } = body;
  if (answer.status === 429) return { kind: 'rateLimited', retryAt: retry };
  if (body.error === 'temporarily_unavailable') {
    // OAuth has no other error for a fault of the server; its code says which one it is.
    if (code === 'server.error') return { kind: 'unknown', status: answer.status };
    return code === PROVIDER_UNREACHABLE ? providerUnreachable : { kind: 'unavailable', retryAt: retry };
  }
  if (body.error !== 'invalid_grant') {
    const { status } = answer;
    return message ? { kind: 'refused', status, code: code ?? body.error, message } : { kind: 'unknown', status };
  }
  switch (code) {
    case 'account_locked':
      return { kind: 'locked', at: 'signIn', minutesLeft: minutesLeft(body) };
    case 'authentication.code.not.available':
      return { kind: 'codeNotAvailable' };
    case 'invalid.authentication.code':
      return { kind: 'codeWrong', attemptsLeft: body.attemptsLeft ?? null };
    case 'oauth.login.invalid.ipaddress':
      return { kind: 'addressDenied' };
    case 'passkey.refused':
      return { kind: 'passkey', problem: 'refused' };
    case 'sso.not.available':
      return { kind: 'sso', problem: 'notSetUp', origin: null };
    case 'sso.token.invalid':
      return { kind: 'sso', problem: 'unproven', origin: null };
    case 'sso.user.not.found':
      return { kind: 'sso', problem: 'unknownPerson', origin: null };
    case 'signed_out':
    case 'expired':
    case 'taken_over':
    case 'password_changed':
    case 'forced':
    case 'revoked':
    case 'ended_elsewhere':
    case 'ended_by_administrator':
      return { kind: 'sessionEnded', reason: code };
    default:
      return { kind: 'badCredentials' };
  }
}

function fromApi(answer: HttpAnswer, body: ApiErrorBody, now: number): Failure {
  const retry = retryAt(answer, body, now);
  switch (body.errorCode) {
    case 'token_expired':
      return { kind: 'tokenExpired' };
    case 'invalid_token':
      return { kind: 'sessionEnded', reason: 'expired' };
    case 'session.ended':
      return { kind: 'sessionEnded', reason: body.reason ?? 'expired' };
    case 'session.pending':
      return { kind: 'sessionPending' };
    case 'password.change.required':
      return { kind: 'passwordChangeRequired' };
    case 'server.unauthorized':
      return { kind: 'unauthorized' };
    case 'invalid.credentials':
      return { kind: 'badCredentials' };
    case 'user.not.found':
      return { kind: 'userNotFound', message: body.errorMessage || null };
    case 'account.locked':
      return { kind: 'locked', at: 'check', minutesLeft: minutesLeft(body) };
    case 'oauth.login.invalid.ipaddress':
      return { kind: 'addressDenied' };
    case 'challenge.expired':
      return { kind: 'challengeExpired' };
    case 'code.resend.too.early': {
      const resendInMs = (body.retryAfterSeconds ?? 0) * 1_000;
      return { kind: 'resendTooEarly', resendAt: now + resendInMs, resendInMs };
    }
    case 'too.many.requests':
      return { kind: 'rateLimited', retryAt: retry };
    case PROVIDER_UNREACHABLE:
      return providerUnreachable;
    case 'service.unavailable':
      return { kind: 'unavailable', retryAt: retry };
    case 'server.error':
      return { kind: 'unknown', status: answer.status };
    default:
      return { kind: 'refused', status: answer.status, code: body.errorCode, message: body.errorMessage };
  }
}
