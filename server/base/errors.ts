/** API errors: a closed set of codes with a sentence each, never a stack. */
import type { ApiErrorBody, ErrorCode, OAuthError, OAuthErrorBody } from '../../contract/base/errors';

/** HTTP status by code. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  'request.invalid': 400,
  'payload.too.large': 413,
  'unsupported.media.type': 415,
  'not.found': 404,
  conflict: 409,
  'organization.code.refused': 400,
  token_expired: 401,
  invalid_token: 400,
  'server.unauthorized': 401,
  'session.ended': 401,
  'session.pending': 403,
  'password.change.required': 403,
  'enrollment.required': 403,
  'proof.required': 403,
  'factor.required': 409,
  'factor.refused': 400,
  'invalid.credentials': 400,
  'user.not.found': 400,
  'account.locked': 400,
  'oauth.login.invalid.ipaddress': 400,
  'challenge.expired': 400,
  'code.resend.too.early': 429,
  'password.incorrect': 400,
  'password.policy': 400,
  'too.many.requests': 429,
  'sso.provider.unreachable': 503,
  'service.unavailable': 503,
  'server.error': 500,
};

const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  'request.invalid': 'This request is not valid. Please check what you entered.',
  'payload.too.large': 'This request is too large. Please send less.',
  'unsupported.media.type': 'This kind of content is not supported. Please send JSON.',
  'not.found': 'This does not exist, or you may not see it.',
  conflict: 'Another user has changed this in the meantime. Please reload and try again.',
  'organization.code.refused': 'This organization code cannot be used. Please choose another.',
  token_expired: 'The access token has expired. Please renew it.',
  invalid_token: 'Your session has been expired. Please login again.',
  'server.unauthorized': 'Unauthorized access.',
  'session.ended': 'Your session has ended. Please sign in again.',
  'session.pending': 'Please decide first whether to end your other session.',
  'password.change.required': 'Please choose a new password first.',
  'enrollment.required': 'Please set up an authenticator app or a passkey first.',
  'proof.required':
    'More than ten minutes have passed since you signed in. Please enter your password again, or sign out and sign in again.',
  'factor.required':
    'Your organization requires a second factor, and this is your last one. Please add another before you remove it.',
  'factor.refused': 'This could not be verified. Please try again.',
  'invalid.credentials': 'Username, password or organization code is incorrect.',
  'user.not.found': 'User Not Found.',
  'account.locked': 'Account is locked. Please contact administrator.',
  'oauth.login.invalid.ipaddress':
    'Access is denied at this IP address.  Please reach out to your internal point of contact.',
  'challenge.expired': 'This code is no longer valid. Please sign in again to get a new one.',
  'code.resend.too.early': 'A code was sent a moment ago. Please wait a little before asking for another.',
  'password.incorrect': 'The old password is not correct. Please try again.',
  'password.policy': 'This password cannot be used. Please choose another.',
  'too.many.requests': 'Too many attempts. Please wait a little and try again.',
  'sso.provider.unreachable':
    'The identity provider of your organization cannot be reached at the moment. Please try again in a few minutes.',
  'service.unavailable': 'The service is not available at the moment. Please try again in a few seconds.',
  'server.error': 'The application has encountered an unknown error. Please contact Administrator.',
};

type ErrorExtras = Partial<Pick<ApiErrorBody, 'retryAfterSeconds' | 'attemptsLeft' | 'reason'>> & {
  readonly sentence?: string;
};

export class ApiError extends Error {
  readonly body: ApiErrorBody;

  constructor(
    readonly code: ErrorCode,
    { sentence = SENTENCES[code], ...extras }: ErrorExtras = {},
  ) {
    super(code);
    this.body = { errorCode: code, errorMessage: sentence, ...extras };
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** RFC 6749 section 5.2; only the token endpoint answers in this format. */
export class OAuthFailure extends Error {
  readonly body: OAuthErrorBody;
  readonly status: number;

  /** `status` if it differs from the usual one of the error. */
  constructor(
    error: OAuthError,
    { status, ...extras }: Omit<OAuthErrorBody, 'error'> & { readonly status?: number } = {},
  ) {
    super(error);
    this.body = { error, ...extras };
    this.status = status ?? (error === 'invalid_client' ? 401 : error === 'temporarily_unavailable' ? 503 : 400);
  }
}

/** The same error in the format of the token endpoint. Too many attempts keep status 429. */
export function toOAuthBody(error: ApiError): OAuthErrorBody {
  const { errorMessage, retryAfterSeconds } = error.body;
  const kind: OAuthError = error.status === 429 || error.status >= 500 ? 'temporarily_unavailable' : 'invalid_request';
  return {
    error: kind,
    error_description: error.code,
    errorMessage,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** Too much work is waiting already; the caller should try again later. */
export class BusyError extends Error {
  readonly retryAfterSeconds = 2;
}

/**
 * Why something failed, in one line and never empty: a connection to a name with several addresses fails with an error
 * without a message for all of them.
 */
export function reasonOf(error: unknown): string {
  const { message, errors, code } = error as Error & { readonly errors?: readonly Error[]; readonly code?: string };
  return message || (errors ?? []).map(reasonOf).join('; ') || code || String(error);
}
