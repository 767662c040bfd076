/** Asking for, taking over and ending sessions; who the signed-in person is. */
import type { FastifyInstance } from 'fastify';
import { findRefreshToken, findSessions, sessionScope, type SessionStanding } from '../access/lookups';
import { readUserInfo } from '../access/userInfo';
import { ApiError } from '../http/errors';
import { hashSecret } from '../keys';
import type { Services } from '../services';

export function sessionRoutes(app: FastifyInstance, services: Services): void {
  const { endpoints, database, sessions, refreshTokens, cookies, audit, authentication } = services;

  async function sessionOfCookie(value: string | undefined): Promise<SessionStanding | undefined> {
    const owner = value === undefined ? undefined : await findRefreshToken(database.queries, hashSecret(value));
    return owner && (await findSessions(database.queries, [owner.id]))[0];
  }

  endpoints.register(app, 'sessionCheck', async ({ request, reply }) => {
    const cookie = cookies.refreshToken(request);
    const session = await sessionOfCookie(cookie);
    if (session?.endReason === null && session.state === 'live') {
      return { accessStatus: 'LOGGED_IN', userName: session.userName };
    }
    if (cookie !== undefined && session?.endReason !== null) cookies.clear(reply);
    return { accessStatus: 'LOGGED_OUT', ...(session?.endReason ? { reason: session.endReason } : {}) };
  });

  endpoints.register(
    app,
    'logoutNotification',
    async ({ body, session, client, reply }) => {
      if (body.tokenIdentifier !== session.sessionId) throw new ApiError('invalid_token');
      const { sessionId: id, organizationId, userId, mustChangePassword } = session;
      const outcome = await database.withScope(sessionScope(session), async (queries) => {
        const ended = await sessions.takeOver(queries, { id, userId, mustChangePassword });
        if (ended === undefined) return undefined;
        await audit.record(queries, {
          event: 'session_takeover',
          outcome: 'ok',
          organizationId,
          userId,
          sessionId: id,
          client,
        });
        return { ended, token: await refreshTokens.current(queries, { id, organizationId }) };
      });
      if (outcome === undefined) throw new ApiError('session.ended', { reason: 'expired' });
      cookies.set(reply, outcome.token.value, !mustChangePassword);
      return { endedSessions: outcome.ended };
    },
    { states: ['pending', 'change_password', 'live'] },
  );

  endpoints.register(app, 'clearTokenIdentifier', async ({ request, reply, client }) => {
    const ofCookie = await sessionOfCookie(cookies.refreshToken(request));
    const session = (await authentication.optionalSession(request)) ?? ofCookie;
    if (session?.endReason === null) {
      await database.withScope(sessionScope(session), async (queries) => {
        const { sessionId, organizationId, userId } = session;
        if (!(await sessions.end(queries, sessionId, 'signed_out'))) return;
        await audit.record(queries, { event: 'sign_out', outcome: 'ok', organizationId, userId, sessionId, client });
      });
    }
    // A pending session that is given up must not take along the session another tab lives in.
    const cookieLivesOn = ofCookie?.endReason === null && ofCookie.sessionId !== session?.sessionId;
    if (!cookieLivesOn) cookies.clear(reply);
    return {};
  });

  endpoints.register(app, 'userInfo', async ({ params, session }) => {
    const own = params.userName.toLowerCase() === session.userName.toLowerCase();
    const info = own
      ? await database.withScope(sessionScope(session), (queries) => readUserInfo(queries, session.userId))
      : undefined;
    if (info === undefined) throw new ApiError('not.found');
    return info;
  });
}
