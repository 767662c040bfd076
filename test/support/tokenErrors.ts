/** Errors of the token endpoint, as the server itself writes them. */
import type { ErrorCode } from '../../contract/base/errors';
import type { HttpAnswer } from '../../sagas/base/ports/network';
import { ApiError, toOAuthBody } from '../../server/base/errors';

export const tokenError = (code: ErrorCode): HttpAnswer => {
  const error = new ApiError(code);
  return { status: error.status, body: toOAuthBody(error), retryAfterSeconds: 7 };
};
