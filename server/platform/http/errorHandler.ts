/** Maps errors to the closed set of API errors and answers in the format of the endpoint. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../../../contract/endpoints';
import { isUnavailable } from '../../database';
import { ApiError, BusyError, OAuthFailure, reasonOf, toOAuthBody } from '../../base/errors';
import { validationSentence } from './validationSentence';

const TOKEN_PATH = endpoints.token.path;

/** Whether the same request may succeed in a moment. */
export const isTransient = (error: FastifyError): boolean => toApiError(error).status === 503;

/** Answers with the error's code and sentence, in OAuth's form on the token path. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof OAuthFailure) {
    request.refusedAs = error.body.error_description ?? error.body.error;
    if (error.status === 401) void reply.header('www-authenticate', 'Basic realm="token"');
    return send(reply, error.status, error.body, error.body.retryAfterSeconds);
  }
  const known = publicError(error, request);
  request.refusedAs = known.code;
  const speaksOAuth = request.routeOptions.url === TOKEN_PATH;
  return send(reply, known.status, speaksOAuth ? toOAuthBody(known) : known.body, known.body.retryAfterSeconds);
}

/** The error the caller gets. Faults of the server are logged; a caller who has disconnected is not a fault. */
export function publicError(error: FastifyError, request: FastifyRequest): ApiError {
  const known = toApiError(error);
  // 'Service unavailable' is logged in one line, a fault with its stack.
  if (known.status >= 500 && request.raw.socket.destroyed)
    request.log.info({ problem: reasonOf(error) }, 'the client disconnected');
  else if (known.status === 503) request.log.warn({ problem: reasonOf(error) }, 'service unavailable');
  else if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  return known;
}

function send(reply: FastifyReply, status: number, body: object, retryAfter: number | undefined): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof BusyError) {
    return new ApiError('service.unavailable', { retryAfterSeconds: error.retryAfterSeconds });
  }
  if (isUnavailable(error)) return new ApiError('service.unavailable', { retryAfterSeconds: 2 });
  if (error.validation) return toInvalid(error);
  switch (error.statusCode) {
    case 413:
      return new ApiError('payload.too.large');
    case 415:
      return new ApiError('unsupported.media.type');
    default:
      return isClientFault(error) ? new ApiError('request.invalid') : new ApiError('server.error');
  }
}

/** Whether the framework has given the error a status of 4xx. */
export function isClientFault(error: FastifyError): boolean {
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
}

function toInvalid({ validation: [first] = [], validationContext }: FastifyError): ApiError {
  // An id of the wrong format is answered like one that does not exist.
  if (validationContext === 'params') {
    return new ApiError('request.invalid', { sentence: new ApiError('not.found').body.errorMessage });
  }
  const sentence = first && validationSentence(first);
  return new ApiError('request.invalid', sentence === undefined ? {} : { sentence });
}
