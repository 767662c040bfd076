/** Protects against cross-site requests. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../base/config';
import { ApiError } from '../../base/errors';

export interface AllowedOrigins {
  /** Whether a page of this origin may call the server it reached as `host`. */
  allows(origin: string, host: string | undefined): boolean;
}

/** The public address and the branded hosts; a demo also accepts the host it is reached by. */
export function allowedOrigins(config: Pick<Config, 'mode' | 'publicUrl' | 'brandings'>): AllowedOrigins {
  const { protocol, port, origin } = config.publicUrl;
  const suffix = port === '' ? '' : `:${port}`;
  const origins = new Set([origin]);
  for (const host of config.brandings.keys()) origins.add(`${protocol}//${host}${suffix}`);
  return {
    allows: (candidate, host) =>
      origins.has(candidate) || (config.mode === 'demo' && host !== undefined && candidate === `${protocol}//${host}`),
  };
}

/**
 * Browsers send the origin with every cross-site request that could change data; other programs send none. Throws
 * ApiError (`server.unauthorized`).
 */
export function assertSameOrigin(request: FastifyRequest, origins: AllowedOrigins): void {
  if (!originAllowed(request.headers, origins)) {
    throw new ApiError('server.unauthorized');
  }
}

function originAllowed(headers: IncomingHttpHeaders, origins: AllowedOrigins): boolean {
  return headers.origin === undefined || origins.allows(headers.origin, headers.host);
}
