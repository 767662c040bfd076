/** Endpoints of the platform's organizations. */
import type { FastifyInstance } from 'fastify';
import type { Outbox } from '../../platform/mail/outbox';
import type { RouteServices } from '../../platform/http/registry';
import { sessionScope } from '../../platform/session';
import { Organizations, type OrganizationServices } from './administration';

interface OrganizationRouteServices extends RouteServices, OrganizationServices {
  readonly outbox: Outbox;
}

/** For the platform's owners with ORGANIZATION_EDIT; all others get `server.unauthorized`. */
export function organizationRoutes(app: FastifyInstance, services: OrganizationRouteServices): void {
  const { endpoints, database, outbox } = services;
  const organizations = new Organizations(services);

  endpoints.register(app, 'organizationChoices', ({ session }) =>
    database.withScope(sessionScope(session), (queries) => organizations.choices(queries, session)),
  );

  endpoints.register(app, 'organization', ({ params, session }) =>
    database.withScope(sessionScope(session), (queries) => organizations.read(queries, params.organizationId, session)),
  );

  endpoints.register(app, 'createOrganization', async ({ body, session, client }) => {
    const saved = await database.withScope(sessionScope(session), (queries) =>
      organizations.create(queries, body, { session, client }),
    );
    outbox.wake();
    return saved;
  });

  endpoints.register(app, 'updateOrganization', ({ params, body, session, client }) =>
    database.withScope(sessionScope(session), (queries) =>
      organizations.update(queries, params.organizationId, body, { session, client }),
    ),
  );

  for (const [name, active] of [
    ['deactivateOrganization', false],
    ['reactivateOrganization', true],
  ] as const) {
    endpoints.register(app, name, ({ params, session, client }) =>
      database.withScope(sessionScope(session), (queries) =>
        organizations.setActive(queries, params.organizationId, active, { session, client }),
      ),
    );
  }
}
