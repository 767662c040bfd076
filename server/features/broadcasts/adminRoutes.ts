/** Endpoints for composing and tracking broadcasts. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { alphabeticalOrder, type Queries } from '../../database';
import { requireAdministration } from '../../identity/permissions';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { uploadOf, withUploads, type RouteServices } from '../../platform/http/registry';
import { cancelBroadcast, createBroadcast, storeDocument, readBroadcast, readRecipients } from './broadcasts';
import { receiptsFile, remindBroadcast, setBroadcastDeadline, type FollowUpServices } from './followUp';
import { watchRecord } from '../records/watches';

/**
 * Each answers `server.unauthorized` without the permission BROADCAST_SEND.
 */
export async function broadcastAdminRoutes(
  app: FastifyInstance,
  services: RouteServices & FollowUpServices,
): Promise<void> {
  const { endpoints, database } = services;
  const asSender = <T>(session: CurrentSession, work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.withScope(sessionScope(session), async (queries) => {
      await requireAdministration(queries, session, 'BROADCAST_SEND');
      return work(queries);
    });

  endpoints.register(app, 'broadcastAudience', async ({ session }) => asSender(session, readAudience));

  await withUploads(app, (scope) => {
    endpoints.register(scope, 'uploadBroadcastDocument', async ({ query, session, request }) => {
      const content = uploadOf(request);
      return asSender(session, (queries) => storeDocument(queries, session, query.fileName, content));
    });
  });

  endpoints.register(app, 'createBroadcast', async ({ body, session, client }) =>
    asSender(session, (queries) => createBroadcast(services, queries, body, session, client)),
  );

  endpoints.register(app, 'broadcast', async ({ params, session }) =>
    asSender(session, (queries) => readBroadcast(queries, params.entityId, session)),
  );

  endpoints.register(app, 'cancelBroadcast', async ({ params, session, client }) =>
    asSender(session, (queries) => cancelBroadcast(services, queries, params.entityId, session, client)),
  );

  endpoints.register(app, 'broadcastRecipients', async ({ params, query, session }) =>
    asSender(session, async (queries) => {
      const found = await readRecipients(queries, params.entityId, query);
      // They are notified of each recipient who accepts.
      await watchRecord(queries, params.entityId);
      return found;
    }),
  );

  endpoints.register(app, 'setBroadcastDeadline', async ({ params, body, session, client }) =>
    asSender(session, (queries) => setBroadcastDeadline(services, queries, params.entityId, body, session, client)),
  );

  endpoints.register(app, 'remindBroadcast', async ({ params, body, session, client }) =>
    asSender(session, (queries) => remindBroadcast(services, queries, params.entityId, body, session, client)),
  );

  endpoints.register(app, 'broadcastReceipts', async ({ params, session }) => {
    const { subject } = await asSender(session, (queries) => readBroadcast(queries, params.entityId, session));
    return receiptsFile((work) => asSender(session, work), params.entityId, subject, session.timeZone);
  });
}

async function readAudience(queries: Queries): Promise<ResponseOf<'broadcastAudience'>> {
  const { rows } = await sql<{ id: string; name: string; type: string; nameable: boolean; people: number }>`
    select id, name, type, nameable, people from broadcast_audience()
    order by ${alphabeticalOrder('name')}, id`.execute(queries);
  const types = [...new Set(rows.map(({ type }) => type))].sort();
  return {
    types: types.map((type) => ({
      type,
      people: rows.filter((row) => row.type === type).reduce((sum, { people }) => sum + people, 0),
    })),
    organizations: rows.filter(({ nameable }) => nameable).map(({ nameable: _nameable, ...row }) => row),
  };
}
