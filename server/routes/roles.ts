/** Looking at roles and changing them. */
import type { FastifyInstance } from 'fastify';
import { sessionScope } from '../access/lookups';
import { requireAdministration } from '../access/permissions';
import { createRole } from '../roles/createRole';
import { readRole, updateRole } from '../roles/roles';
import type { Services } from '../services';

export function roleRoutes(app: FastifyInstance, services: Services): void {
  const { endpoints, database } = services;

  endpoints.register(app, 'role', async ({ params, session }) =>
    database.withScope(sessionScope(session), async (queries) => {
      await requireAdministration(queries, session, 'ROLE_EDIT');
      return readRole(queries, params.roleId, session);
    }),
  );

  endpoints.register(app, 'createRole', async ({ body, session, client }) =>
    database.withScope(sessionScope(session), async (queries) => {
      await requireAdministration(queries, session, 'ROLE_EDIT');
      return createRole(services, queries, body, session, client);
    }),
  );

  endpoints.register(app, 'updateRole', async ({ params, body, session, client }) =>
    database.withScope(sessionScope(session), async (queries) => {
      await requireAdministration(queries, session, 'ROLE_EDIT');
      return updateRole(services, queries, { ...params, ...body }, session, client);
    }),
  );
}
