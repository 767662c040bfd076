/**
 * Every error code the server can answer with, and the two shapes it answers in:
 * RFC 6749 objects from the token endpoint, ApiErrorBody from everything else.
 */
import type { FromSchema } from 'json-schema-to-ts';

/** Codes of ApiErrorBody.errorCode. */
export const ERROR_CODES = [
  'request.invalid',
  'payload.too.large',
  'unsupported.media.type',
  'not.found',
  'conflict',
  'organization.code.refused',
  'token_expired',
  'invalid_token',
  'server.unauthorized',
  'session.ended',
  'session.pending',
  'password.change.required',
  'enrollment.required',
  'proof.required',
  'factor.required',
  'factor.refused',
  'invalid.credentials',
  'user.not.found',
  'account.locked',
  'oauth.login.invalid.ipaddress',
  'challenge.expired',
  'code.resend.too.early',
  'password.incorrect',
  'password.policy',
  'too.many.requests',
  'sso.provider.unreachable',
  'service.unavailable',
  'server.error',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** RFC 6749 section 5.2 `error` values the token endpoint uses. */
export const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'temporarily_unavailable',
] as const;
export type OAuthError = (typeof OAUTH_ERRORS)[number];

/** `error_description` values that go with `invalid_grant` on the password grant. */
export const SIGN_IN_REFUSALS = [
  'invalid.credentials',
  'account_locked',
  'authentication.code.not.available',
  'invalid.authentication.code',
  'oauth.login.invalid.ipaddress',
  'passkey.refused',
  'sso.not.available',
  'sso.token.invalid',
  'sso.user.not.found',
] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

/** Why a session is over. Sent as `error_description` on the refresh grant and in `details.reason` elsewhere. */
export const SESSION_END_REASONS = [
  'signed_out',
  'expired',
  'taken_over',
  'password_changed',
  'forced',
  'revoked',
  'ended_elsewhere',
  'ended_by_administrator',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

export const apiErrorSchema = {
  title: 'ApiError',
  type: 'object',
  required: ['errorCode', 'errorMessage'],
  properties: {
    errorCode: { type: 'string', enum: ERROR_CODES },
    errorMessage: { type: 'string', description: 'A sentence for the person, with a next step.' },
    retryAfterSeconds: { type: 'integer', minimum: 0 },
    attemptsLeft: { type: 'integer', minimum: 0 },
    reason: { type: 'string', enum: SESSION_END_REASONS, description: 'With session.ended: why it ended.' },
  },
  additionalProperties: false,
} as const;
export type ApiErrorBody = FromSchema<typeof apiErrorSchema>;

export const oauthErrorSchema = {
  title: 'OAuthError',
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: OAUTH_ERRORS },
    error_description: { type: 'string' },
    errorMessage: { type: 'string', description: 'A sentence for the person.' },
    retryAfterSeconds: { type: 'integer', minimum: 0 },
    attemptsLeft: { type: 'integer', minimum: 0 },
  },
  additionalProperties: false,
} as const;
export type OAuthErrorBody = FromSchema<typeof oauthErrorSchema>;
