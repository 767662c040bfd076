/** What the frame around the pages asks for. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sessionScope, type SessionStanding } from '../access/lookups';
import { ApiError } from '../http/errors';
import type { Services } from '../services';
import { organizationLogo } from '../shell/logo';

/** Nobody chooses from more than this; a list can be filtered by any facility all the same. */
const MOST_CHOICES = 5_000;

export function shellRoutes(app: FastifyInstance, { endpoints, database, handOffs, config }: Services): void {
  /** A foreign organisation and one that does not exist answer the same. */
  async function ownOrganization(session: SessionStanding, organizationId: string) {
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
    return { fileName: 'logo.svg', content: Buffer.from(organizationLogo(name, theme), 'utf8') };
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
        .orderBy('name')
        .orderBy('id')
        .limit(MOST_CHOICES)
        .execute(),
    );
  });

  endpoints.register(app, 'trainingHandOff', async ({ session, request }) => {
    const ssourl = addressOf(config.trainingUrl, '/demo/training', request);
    const { email } = await database.withScope(sessionScope(session), (queries) =>
      queries.selectFrom('users').where('id', '=', session.userId).select('email').executeTakeFirstOrThrow(),
    );
    return { ssourl, ...handOffs.trainingPass(email, Date.now()) };
  });

  endpoints.register(app, 'learningKey', async ({ params, session, request }) => {
    const own = params.organizationId === session.organizationId && params.userId === session.userId;
    if (!own) throw new ApiError('not.found');
    const address = new URL(addressOf(config.learningUrl, '/demo/learning', request));
    address.searchParams.set('key', handOffs.learningKey(session.organizationId, session.userId, Date.now()));
    return { loginKey: address.href };
  });

  /** In the demo the services are pages of our own, under whatever name we were reached by. */
  function addressOf(url: string | undefined, demoPath: string, request: FastifyRequest): string {
    if (url !== undefined) return url;
    if (config.mode === 'demo') return `${config.publicUrl.protocol}//${request.host}${demoPath}`;
    throw new ApiError('not.found', {
      sentence: 'This service is not set up for your organization yet. Please write to your support contact.',
    });
  }
}
