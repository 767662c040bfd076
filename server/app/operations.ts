/** Endpoints for operators: health, readiness, metrics, API document. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { openApiDocument } from '../platform/http/openApi';
import type { Services } from './services';

/** The API document, and the probes for liveness and readiness. */
export function operationRoutes(app: FastifyInstance, { database, metrics }: Services): void {
  const document = openApiDocument();

  app.get('/openapi.json', async () => document);
  app.get('/healthz', async () => ({ status: 'ok' }));
  // An unavailable database throws, and the error handler answers 503.
  app.get('/readyz', async () => {
    await sql`select 1`.execute(database.queries);
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
