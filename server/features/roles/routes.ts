/** Endpoints of roles, and of the role updates that their members must accept. */
import type { FastifyInstance } from 'fastify';
import { requireAdministration } from '../../identity/permissions';
import { requireOwn, sessionScope } from '../../platform/session';
import { ApiError } from '../../base/errors';
import type { RouteServices } from '../../platform/http/registry';
import { createRole, readRole, updateRole, type RoleServices } from './roles';
import { markRoleUpdateRead, readRoleUpdates } from './roleUpdates';

/** Reading and saving roles needs ROLE_EDIT. Role updates are those of the caller only. */
export function roleRoutes(app: FastifyInstance, services: RouteServices & RoleServices): void {
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

  endpoints.register(app, 'fetchImmediateRoleUpdates', async ({ body, session }) => {
    requireOwn(session, body);
    const roleUpdates = await database.withScope(sessionScope(session), (queries) =>
      readRoleUpdates(queries, session.userId),
    );
    return { roleUpdates };
  });

  endpoints.register(app, 'markRoleUpdateRead', async ({ body, session }) => {
    requireOwn(session, body);
    const viewedAt = await database.withScope(sessionScope(session), (queries) =>
      markRoleUpdateRead(queries, session.userId, body.entityId),
    );
    if (viewedAt === undefined) throw new ApiError('not.found');
    return { viewedAt: viewedAt.toISOString() };
  });
}
