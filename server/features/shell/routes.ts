/** Endpoints of the shell around the screens. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SharedClock } from '../../platform/clock';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { ApiError } from '../../base/errors';
import { alphabeticalOrder } from '../../database';
import { organizationLogo, ownLogo } from './logo';
import { logoOf } from './storedLogos';
import type { HandOffs } from './handOffs';
import type { Config } from '../../base/config';
import type { RouteServices } from '../../platform/http/registry';

interface ShellRouteServices extends RouteServices {
  readonly handOffs: HandOffs;
  readonly clock: Pick<SharedClock, 'now'>;
  readonly config: Config;
}

/** A practical limit; lists can still be filtered by any facility. */
const MAX_CHOICES = 5_000;

/** Branding, the choice of a facility, and passes to the services that open in another tab. */
export function shellRoutes(
  app: FastifyInstance,
  { endpoints, database, handOffs, clock, config }: ShellRouteServices,
): void {
  /** Organizations of others are answered like unknown ones. */
  async function ownOrganization(session: CurrentSession, organizationId: string) {
    if (organizationId !== session.organizationId) throw new ApiError('not.found');
    return database.withScope(sessionScope(session), (queries) =>
      queries
        .selectFrom('organizations')
        .where('id', '=', session.organizationId)
        .select(['name', 'theme'])
        .executeTakeFirstOrThrow(),
    );
  }

  endpoints.register(app, 'organizationLogo', async ({ params, session }) => {
    const { name, theme } = await ownOrganization(session, params.organizationId);
    const png = await database.withScope(sessionScope(session), (queries) => logoOf(queries, session.organizationId));
    const svg = png === null ? organizationLogo(name, theme) : ownLogo(png);
    return { fileName: 'logo.svg', content: Buffer.from(svg, 'utf8') };
  });

  endpoints.register(app, 'organizationTheme', async ({ params, session }) => {
    const { theme } = await ownOrganization(session, params.organizationId);
    return { theme };
  });

  endpoints.register(app, 'clientChoices', async ({ session }) => {
    if (session.organizationType !== 'VMS' && session.organizationType !== 'CLIENT')
      throw new ApiError('server.unauthorized');
    return database.withScope(sessionScope(session), (queries) =>
      queries
        .selectFrom('facilities')
        .where('tenant_id', '=', session.tenantId)
        .$if(session.organizationType === 'CLIENT', (own) => own.where('id', '=', session.organizationId))
        .select(['id as value', 'name as label'])
        .orderBy(alphabeticalOrder('name'))
        .orderBy('id')
        .limit(MAX_CHOICES)
        .execute(),
    );
  });

  endpoints.register(app, 'trainingHandOff', async ({ session, request }) => {
    const ssourl = addressOf(config.trainingUrl, '/demo/training', request);
    const { email } = await database.withScope(sessionScope(session), (queries) =>
      queries.selectFrom('users').where('id', '=', session.userId).select('email').executeTakeFirstOrThrow(),
    );
    return { ssourl, ...handOffs.trainingPass(email, clock.now()) };
  });

  endpoints.register(app, 'learningKey', async ({ params, session, request }) => {
    const own = params.organizationId === session.organizationId && params.userId === session.userId;
    if (!own) throw new ApiError('not.found');
    const address = new URL(addressOf(config.learningUrl, '/demo/learning', request));
    address.searchParams.set('key', handOffs.learningKey(session.organizationId, session.userId, clock.now()));
    return { loginKey: address.href };
  });

  endpoints.register(app, 'saveTour', async ({ body, session }) => {
    await database.withScope(sessionScope(session), (queries) =>
      queries.updateTable('users').set({ tour_step: body.step }).where('id', '=', session.userId).execute(),
    );
    return {};
  });

  /** In the demo the services are our own pages, on the host of the request. */
  function addressOf(url: string | undefined, demoPath: string, request: FastifyRequest): string {
    if (url !== undefined) return url;
    if (config.mode === 'demo') return `${config.publicUrl.protocol}//${request.host}${demoPath}`;
    throw new ApiError('not.found', {
      sentence: 'This service is not set up for your organization yet. Please write to your support contact.',
    });
  }
}
