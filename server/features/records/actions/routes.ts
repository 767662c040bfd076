/** Endpoints of actions on records. */
import type { FastifyError, FastifyInstance } from 'fastify';
import { publicError } from '../../../platform/http/errorHandler';
import type { RouteServices } from '../../../platform/http/registry';
import type { ActionServices } from './actionResults';
import { performAction, readStates } from './perform';
import { undoAction } from './undo';

/** Each action has its own permission; row-level security limits the rows. */
export function recordActionRoutes(app: FastifyInstance, services: RouteServices & ActionServices): void {
  const { endpoints } = services;

  endpoints.register(app, 'recordStates', async ({ params: { kind }, body: { recordIds }, session }) => ({
    records: await readStates(services, session, kind, recordIds),
  }));

  endpoints.register(app, 'performRecordAction', async ({ params: { kind }, body, session, client, request }) => {
    const { records, input = {}, action, requestId } = body;
    const wanted = { kind, action, input, requestId };
    const toPublic = (error: unknown) => publicError(error as FastifyError, request);
    return { results: await performAction(services, { session, client }, wanted, records, toPublic) };
  });

  endpoints.register(app, 'undoRecordAction', ({ params: { kind }, body, session, client }) =>
    undoAction(services, { session, client }, kind, body),
  );
}
