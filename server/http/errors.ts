/** Errors as people and programs get them: one closed set of codes, a sentence each, never a stack. */
import type { ApiErrorBody, ErrorCode, OAuthError, OAuthErrorBody } from '../../contract';

/** The status each code travels with. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  'request.invalid': 400,
  'payload.too.large': 413,
  'unsupported.media.type': 415,
  'not.found': 404,
  conflict: 409,
  token_expired: 401,
  invalid_token: 400,
  'server.unauthorized': 401,
  'session.ended': 401,
  'session.pending': 403,
  'password.change.required': 403,
  'invalid.credentials': 400,
  'user.not.found': 400,
  'account.locked': 400,
  'oauth.login.invalid.ipaddress': 400,
  'challenge.expired': 400,
  'code.resend.too.early': 429,
  'password.incorrect': 400,
  'password.policy': 400,
  'too.many.requests': 429,
  'service.unavailable': 503,
  'server.error': 500,
};

const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  'request.invalid': 'Something in this request is not as it should be. Please check what you entered.',
  'payload.too.large': 'That is too much at once. Please send less.',
  'unsupported.media.type': 'The server does not read this kind of content. Please send JSON.',
  'not.found': 'This does not exist, or not for you.',
  conflict: 'Somebody else changed this meanwhile. Please reload and try again.',
  token_expired: 'The access token has expired. Please renew it.',
  invalid_token: 'Your session has been expired. Please login again.',
  'server.unauthorized': 'Unauthorized access.',
  'session.ended': 'Your session has ended. Please sign in again.',
  'session.pending': 'Please first say whether your other session may be ended.',
  'password.change.required': 'Please choose a new password first.',
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

/** RFC 6749 section 5.2; only the token endpoint answers in this shape. */
export class OAuthFailure extends Error {
  readonly body: OAuthErrorBody;
  readonly status: number;

  constructor(error: OAuthError, extras: Omit<OAuthErrorBody, 'error'> = {}) {
    super(error);
    this.body = { error, ...extras };
    this.status = error === 'invalid_client' ? 401 : error === 'temporarily_unavailable' ? 503 : 400;
  }
}

/** The same refusal in the token endpoint's words. Too many attempts keep their 429. */
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
