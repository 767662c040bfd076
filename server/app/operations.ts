/** Endpoints for operators: health, readiness, metrics, API document. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../base/errors';
import type { Config } from '../base/config';
import { hashSecret } from '../base/keys';
import { brandingFor } from '../base/branding';
import { openApiDocument } from '../platform/http/openApi';
import { runtimeConfig } from './pages/pages';
import type { Services } from './services';

/**
 * The API document and the metrics, which are open in the demo and need a token in production; the probes for liveness
 * and readiness; the runtime configuration.
 */
export function operationRoutes(app: FastifyInstance, { config, database, metrics }: Services): void {
  const document = openApiDocument({ secure: config.secure, needsOperationsToken: config.mode !== 'demo' });

  app.get('/openapi.json', async (request) => {
    assertOperator(request, config);
    return document;
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  // An unavailable database throws, and the error handler answers 503.
  app.get('/readyz', async () => {
    await sql`select 1`.execute(database.queries);
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    assertOperator(request, config);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.get('/runtime-config.json', async (request) => runtimeConfig(config, brandingFor(config, request.headers.host)));
}

/** Throws ApiError (`not.found`) without the token, so that the address does not show that it exists. */
function assertOperator({ headers }: FastifyRequest, { mode, operationsToken }: Config): void {
  if (mode === 'demo') return;
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const isRight =
    given !== undefined &&
    operationsToken !== undefined &&
    timingSafeEqual(hashSecret(given), hashSecret(operationsToken));
  if (!isRight) throw new ApiError('not.found');
}
