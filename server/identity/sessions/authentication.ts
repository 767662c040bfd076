/** From a bearer token to a session that is open. */
import type { FastifyRequest } from 'fastify';
import type { AccessTokens } from './accessToken';
import { findReader, findSessions } from './lookups';
import { sessionScope, type CurrentSession } from '../../platform/session';
import type { Sessions } from './sessions';
import type { Database } from '../../database';
import type { SessionState } from '../../database/schema/access';
import { ApiError } from '../../base/errors';

/** The idle timeout need not be extended more often than this. */
const TOUCH_AFTER_SECONDS = 60;

/** The errors of sessions that are not complete. */
const UNFINISHED = {
  pending: 'session.pending',
  change_password: 'password.change.required',
  enroll: 'enrollment.required',
} as const;

export class Authentication {
  constructor(
    private readonly database: Database,
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
  ) {}

  /**
   * What a session may do follows from its row: the same token becomes a full one when the takeover question is
   * answered, and worthless when the session ends. Throws ApiError.
   */
  async requireSession(request: FastifyRequest, states: readonly SessionState[]): Promise<CurrentSession> {
    const token = bearerToken(request);
    if (token === undefined) throw new ApiError('server.unauthorized');
    const check = await this.tokens.check(token);
    const isTooOld = check.kind === 'answering' && !states.includes('pending');
    if (check.kind === 'expired' || isTooOld) throw new ApiError('token_expired');
    if (check.kind === 'invalid') throw new ApiError('invalid_token');

    const session = await this.callerOf(check.claims.sessionId);
    if (session === undefined) throw new ApiError('session.ended', { reason: 'expired' });
    if (session.endReason !== null) throw new ApiError('session.ended', { reason: session.endReason });
    if (session.state !== 'live' && !states.includes(session.state)) {
      throw new ApiError(UNFINISHED[session.state]);
    }
    await this.extendIdleTimeout(session);
    return session;
  }

  /**
   * For calls that also work without a session: undefined for a missing or invalid token, and for a deleted session.
   */
  async sessionOfToken(request: FastifyRequest): Promise<CurrentSession | 'expired' | undefined> {
    const token = bearerToken(request);
    const check = token === undefined ? undefined : await this.tokens.check(token);
    if (check?.kind === 'expired') return 'expired';
    if (check === undefined || check.kind === 'invalid') return undefined;
    const [session] = await findSessions(this.database.queries, [check.claims.sessionId]);
    return session;
  }

  private async callerOf(sessionId: string): Promise<CurrentSession | undefined> {
    const { queries, replica } = this.database;
    return replica === undefined ? (await findSessions(queries, [sessionId]))[0] : findReader(queries, sessionId);
  }

  private async extendIdleTimeout(session: CurrentSession): Promise<void> {
    if (session.idleSeconds < TOUCH_AFTER_SECONDS || session.state === 'pending') return;
    await this.database.withScope(sessionScope(session), (queries) => this.sessions.touch(queries, session.sessionId));
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
