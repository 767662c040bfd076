/**
 * One JSON line per event. Addresses are logged without query; headers and bodies are never logged, and known secrets
 * are removed.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { LoggerOptions } from 'pino';
import { REQUEST_ID_HEADER } from '../../../contract/base/values';
import type { Config } from '../../base/config';

const SECRET_FIELDS = [
  'password',
  'newPassword',
  'oldPassword',
  'authentication_code',
  'access_token',
  'refresh_token',
  'sso_token',
  'ticket',
  'context',
  'authorization',
  'cookie',
];

export interface LogStream {
  write(line: string): void;
}

/** The logger without secrets, query strings and values of rows. */
export function loggerOptions(config: Pick<Config, 'logLevel'>): LoggerOptions {
  return {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), remove: true },
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({ method, path: pathOf(url) }),
      // Database errors contain the values of the rejected row; keep only what identifies the fault.
      err: ({ name, message, code, stack }: Error & { code?: unknown }) => ({ name, message, code, stack }) as never,
    },
  };
}

/** Sign-in addresses may carry a password, socket addresses a ticket. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code with which the call was refused. */
    refusedAs: string | undefined;
  }
}

/** Short enough to be read out on the telephone. */
export const newRequestId = (): string => randomBytes(6).toString('hex');

/** Adds the id of the request in the log to each answer. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
  });
}

/** Logs each answer with its status, duration in milliseconds, caller, and the reason of a refusal. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        req: request,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        refusedAs: request.refusedAs,
        organizationId: request.session?.organizationId,
        userId: request.session?.userId,
        sessionId: request.session?.sessionId,
        address: request.ip,
      },
      'request',
    );
  });
}
