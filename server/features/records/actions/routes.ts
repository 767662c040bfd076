/** Endpoints of actions on records. */
import type { FastifyInstance } from 'fastify';
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

  endpoints.register(app, 'performRecordAction', async ({ params: { kind }, body, session, client }) => {
    const { records, input = {}, action, requestId } = body;
    return {
      results: await performAction(services, { session, client }, { kind, action, input, requestId }, records),
    };
  });

  endpoints.register(app, 'undoRecordAction', ({ params: { kind }, body, session, client }) =>
    undoAction(services, { session, client }, kind, body),
  );
}
