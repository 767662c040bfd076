/** Endpoints by which the identity provider of an organization is set up. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/config';
import { SSO_CALLBACK_PATH } from '../../identity/sso/routes';
import type { Sso } from '../../identity/sso/sso';
import type { Audit } from '../../platform/audit';
import type { RouteServices } from '../../platform/http/registry';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { readProvider, refuseFailing, refuseUnusable, saveProvider, ssoScope } from './ssoProviders';

interface SsoProviderRouteServices extends RouteServices {
  readonly audit: Audit;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly sso: Sso;
}

/** For SSO_EDIT. Organizations that the caller does not administer answer `not.found`. */
export function ssoProviderRoutes(app: FastifyInstance, services: SsoProviderRouteServices): void {
  const { endpoints, database, audit, config, sso } = services;
  const { origin } = config.publicUrl;
  const redirectUri = origin + SSO_CALLBACK_PATH;
  /** Runs before any call to a provider. */
  const requireAllowed = (organizationId: string, session: CurrentSession) =>
    database.withScope(sessionScope(session), (queries) => ssoScope(queries, organizationId, session));

  endpoints.register(app, 'ssoProvider', ({ params, session }) =>
    database.withScope(sessionScope(session), (queries) =>
      readProvider(queries, params.organizationId, session, { redirectUri, origin }),
    ),
  );

  endpoints.register(app, 'saveSsoProvider', async ({ params, body, session, client }) => {
    const { version, client: clientId, ...others } = body;
    await requireAllowed(params.organizationId, session);
    const settings = { ...others, clientId };
    refuseUnusable(settings);
    refuseFailing(await sso.testProvider({ issuer: settings.issuer }));
    return database.withScope(sessionScope(session), (queries) =>
      saveProvider(queries, params.organizationId, { version, settings }, { session, client }, audit),
    );
  });

  endpoints.register(app, 'testSsoProvider', async ({ params, body: { issuer, client }, session }) => {
    await requireAllowed(params.organizationId, session);
    return { steps: [...(await sso.testProvider({ issuer, client: { clientId: client, redirectUri } }))] };
  });

  endpoints.register(app, 'switchOffSso', ({ params, session, client }) =>
    database.withScope(sessionScope(session), (queries) =>
      saveProvider(queries, params.organizationId, { version: null, settings: null }, { session, client }, audit),
    ),
  );
}
