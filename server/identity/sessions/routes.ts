/** Endpoints for checking, taking over and ending sessions, and for the signed-in user. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isZoneOfDatabase, type Queries } from '../../database';
import { findRefreshToken, findSessions } from './lookups';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { readUserInfo } from './userInfo';
import { ApiError } from '../../base/errors';
import { hashSecret } from '../../base/keys';
import { foldedUserName } from '../foldedUserName';
import type { Sessions } from './sessions';
import type { RefreshTokens } from './refreshTokens';
import type { SessionCookies } from '../../platform/http/cookies';
import { isCanonicalUuid } from '../../../contract/base/uuid';
import type { Config } from '../../base/config';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { Authentication } from './authentication';
import type { RouteServices } from '../../platform/http/registry';

interface SessionRouteServices extends RouteServices {
  readonly sessions: Sessions;
  readonly refreshTokens: RefreshTokens;
  readonly cookies: SessionCookies;
  readonly audit: Audit;
  readonly authentication: Authentication;
  readonly config: Pick<Config, 'tour'>;
  /** Names the device that gets the pushes of this browser, if there is one. */
  readonly pushCookie: { read(request: FastifyRequest): string | undefined };
}

/** `sessionCheck` and `clearTokenIdentifier` need only the refresh cookie; the others need an access token. */
export function sessionRoutes(app: FastifyInstance, services: SessionRouteServices): void {
  const { endpoints, database, sessions, refreshTokens, cookies, audit, authentication, config, pushCookie } = services;

  async function sessionOfCookie(value: string | undefined): Promise<CurrentSession | undefined> {
    const owner = value === undefined ? undefined : await findRefreshToken(database.queries, hashSecret(value));
    return owner && (await findSessions(database.queries, [owner.id]))[0];
  }

  async function sessionOfName(tokenIdentifier = ''): Promise<CurrentSession | undefined> {
    return isCanonicalUuid(tokenIdentifier) ? (await findSessions(database.queries, [tokenIdentifier]))[0] : undefined;
  }

  /** Returns false if it had ended before. */
  const signOut = (session: CurrentSession, client: ClientInfo): Promise<boolean> =>
    database.withScope(sessionScope(session), async (queries) => {
      const { sessionId, organizationId, userId } = session;
      if (!(await sessions.end(queries, sessionId, 'signed_out'))) return false;
      await audit.record(queries, { event: 'sign_out', outcome: 'ok', organizationId, userId, sessionId, client });
      return true;
    });

  endpoints.register(app, 'sessionCheck', async ({ request, reply }) => {
    const ofToken = await authentication.sessionOfToken(request);
    if (ofToken === 'expired') return { accessStatus: 'LOGGED_OUT', reason: 'expired' };
    const cookie = ofToken === undefined ? cookies.refreshToken(request) : undefined;
    const session = ofToken ?? (await sessionOfCookie(cookie));
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
      const { sessionId: id, organizationId, userId } = session;
      const outcome = await database.withScope(sessionScope(session), async (queries) => {
        const done = await sessions.takeOver(queries, { id, userId });
        if (done === undefined) return undefined;
        await audit.record(queries, {
          event: 'session_takeover',
          outcome: 'ok',
          organizationId,
          userId,
          sessionId: id,
          client,
        });
        return { ...done, token: await refreshTokens.current(queries, { id, organizationId }) };
      });
      if (outcome === undefined) throw new ApiError('session.ended', { reason: 'expired' });
      cookies.set(reply, outcome.token.value, outcome.state === 'live');
      return { endedSessions: outcome.ended };
    },
    { states: ['pending', 'change_password', 'enroll', 'live'] },
  );

  endpoints.register(app, 'clearTokenIdentifier', async ({ body, request, reply, client }) => {
    const cookie = cookies.refreshToken(request);
    const ofCookie = await sessionOfCookie(cookie);
    const ofToken = await authentication.sessionOfToken(request);
    const own = ofToken === 'expired' ? ofCookie : (ofToken ?? ofCookie);
    // A delayed sign-out must not end the session that has begun since.
    const signedOut = body.tokenIdentifier ?? own?.sessionId;
    const session = signedOut === own?.sessionId ? own : undefined;
    const ended = session?.endReason === null && (await signOut(session, client)) ? session.sessionId : undefined;
    const named = session ?? (await sessionOfName(signedOut));
    // Also where the session had expired before. Giving up a sign-in is no sign-out: the browser keeps its pushes.
    const device = named === undefined || named.state === 'live' ? pushCookie.read(request) : undefined;
    if (device !== undefined || session !== undefined) {
      await sql`
        select notification_forget_browser(
          ${device ?? null}::uuid, ${session?.sessionId ?? null}::uuid, ${signedOut ?? null})`.execute(
        database.queries,
      );
    }
    // By now the browser may hold the cookie of a later session, or still that of another tab's: it keeps both.
    if (cookie !== undefined && (ofCookie === undefined || ofCookie.sessionId === ended)) cookies.clear(reply);
    return {};
  });

  endpoints.register(app, 'userInfo', async ({ params, session }) => {
    const own = foldedUserName(params.userName) === foldedUserName(session.userName);
    const info = own
      ? await database.withScope(sessionScope(session), async (queries) => {
          await recordZone(queries, session);
          return readUserInfo(queries, session, config.tour);
        })
      : undefined;
    if (info === undefined) throw new ApiError('not.found');
    return info;
  });
}

/**
 * Reminders go by the zone of the user's browser. One that the tables do not take leaves the last one. Does not wait
 * for a batch of mails that holds the row: the next request writes it.
 */
async function recordZone(queries: Queries, { userId, timeZone }: CurrentSession): Promise<void> {
  if (timeZone === undefined || !(await isZoneOfDatabase(queries, timeZone))) return;
  await queries
    .updateTable('users')
    .set({ time_zone: timeZone })
    .where('id', '=', (users) =>
      users
        .selectFrom('users')
        .where('id', '=', userId)
        .where('time_zone', 'is distinct from', timeZone)
        .select('id')
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}
