/** Endpoints where people see and end their own sessions. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors';
import type { Audit } from '../../platform/audit';
import type { RouteServices } from '../../platform/http/registry';
import { sessionScope } from '../../platform/session';
import { requireProof } from './proof';
import type { Sessions } from './sessions';

interface OwnSessionServices extends RouteServices {
  readonly sessions: Sessions;
  readonly audit: Audit;
}

/** One's own sessions. That of the caller cannot be ended here, only by signing out. */
export function ownSessionRoutes(app: FastifyInstance, services: OwnSessionServices): void {
  const { endpoints, database, sessions, audit } = services;

  endpoints.register(app, 'ownSessions', ({ session }) =>
    database.withScope(sessionScope(session), (queries) => sessions.openOf(queries, session.userId, session.sessionId)),
  );

  endpoints.register(app, 'endOwnSession', async ({ params, session, client }) => {
    const { userId, organizationId } = session;
    if (params.sessionId === session.sessionId) {
      throw new ApiError('request.invalid', {
        sentence: 'This is the session you are in. To end it, please sign out.',
      });
    }
    return database.withScope(sessionScope(session), async (queries) => {
      await requireProof(queries, session.sessionId);
      const ended = await sessions.endOne(queries, userId, params.sessionId, 'ended_elsewhere');
      if (ended === undefined) throw new ApiError('not.found');
      const { sessionId } = params;
      await audit.record(queries, { event: 'session_ended', outcome: 'ok', organizationId, userId, sessionId, client });
      return { ended };
    });
  });

  endpoints.register(app, 'endOtherSessions', async ({ session, client }) =>
    database.withScope(sessionScope(session), async (queries) => {
      const { userId, organizationId, sessionId } = session;
      await requireProof(queries, sessionId);
      const ended = await sessions.endOthers(queries, userId, sessionId, 'ended_elsewhere');
      await audit.record(queries, {
        event: 'sessions_ended',
        outcome: 'ok',
        organizationId,
        userId,
        sessionId,
        client,
      });
      return { ended };
    }),
  );
}
