/** For those who run the server: is it alive, is it ready, what does it count, what can it be asked. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { openApiDocument } from '../http/openapi';
import type { Services } from '../services';

export function operationRoutes(app: FastifyInstance, { database, metrics }: Services): void {
  const document = openApiDocument();

  app.get('/openapi.json', async () => document);
  app.get('/healthz', async () => ({ status: 'ok' }));
  // A database that does not answer throws, and the error handler says 503.
  app.get('/readyz', async () => {
    await sql`select 1`.execute(database.queries);
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
