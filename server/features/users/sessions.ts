/** The sessions of a user, as their administrator sees and ends them. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import type { Sessions } from '../../identity/sessions/sessions';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { RouteServices } from '../../platform/http/registry';
import type { CurrentSession } from '../../platform/session';
import { lockAccount, requireNotAbove } from './accounts';
import { managedOrganizationOfUser } from './managedOrganization';

interface UserSessionServices extends RouteServices {
  readonly sessions: Sessions;
  readonly audit: Audit;
}

interface Ending {
  readonly userId: string;
  readonly by: CurrentSession;
  readonly client: ClientInfo;
}

/**
 * `not.found` for users whom the caller may not manage; `request.invalid` for those with rights the caller lacks.
 */
export function userSessionRoutes(app: FastifyInstance, services: UserSessionServices): void {
  const { endpoints, database, sessions, audit } = services;

  endpoints.register(app, 'userSessions', async ({ params, session }) => {
    const managed = await managedOrganizationOfUser(database, session, params.userId);
    return database.withScope(managed.scope, (queries) => sessions.openOf(queries, params.userId, session.sessionId));
  });

  endpoints.register(app, 'endUserSession', ({ params: { userId, sessionId }, session, client }) =>
    end({ userId, by: session, client }, async (queries) => {
      const ended = await sessions.endOne(queries, userId, sessionId, 'ended_by_administrator');
      if (ended === undefined) throw new ApiError('not.found');
      return { ended, sessionId };
    }),
  );

  endpoints.register(app, 'endUserSessions', ({ params: { userId }, session, client }) =>
    end({ userId, by: session, client }, async (queries) => ({
      ended: await sessions.endAll(queries, userId, 'ended_by_administrator'),
    })),
  );

  /** Throws ApiError: `request.invalid` for oneself or rights that the caller lacks, `not.found`. */
  async function end(
    { userId, by, client }: Ending,
    work: (queries: Queries) => Promise<{ readonly ended: number; readonly sessionId?: string }>,
  ): Promise<{ ended: number }> {
    if (userId === by.userId) {
      throw new ApiError('request.invalid', {
        sentence: 'These are your own sessions. Please end them in your profile, under Sign-In & Security.',
      });
    }
    const managed = await managedOrganizationOfUser(database, by, userId);
    return database.withScope(managed.scope, async (queries) => {
      await requireNotAbove(queries, await lockAccount(queries, userId, managed), managed, by);
      const { ended, sessionId } = await work(queries);
      await audit.record(queries, {
        event: sessionId === undefined ? 'sessions_ended' : 'session_ended',
        outcome: 'ok',
        organizationId: managed.scope.organizationId,
        userId: by.userId,
        sessionId: by.sessionId,
        details: { after: { userId, ...(sessionId !== undefined && { sessionId }) } },
        client,
      });
      return { ended };
    });
  }
}
