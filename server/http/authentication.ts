/** From a bearer token to a session that lives right now. */
import type { FastifyRequest } from 'fastify';
import type { AccessTokens } from '../access/accessToken';
import { findSessions, sessionScope, type SessionStanding } from '../access/lookups';
import type { Sessions } from '../access/sessions';
import type { Database } from '../database';
import type { SessionState } from '../database/schema/access';
import { ApiError } from './errors';

/** The idle end need not move more often than this. */
const TOUCH_AFTER_SECONDS = 60;

export class Authentication {
  constructor(
    private readonly database: Database,
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
  ) {}

  /**
   * What a session may do follows from its row: the same token becomes a full one when its takeover question is
   * answered, and worth nothing when the session ends.
   */
  async requireSession(request: FastifyRequest, states: readonly SessionState[]): Promise<SessionStanding> {
    const token = bearerToken(request);
    if (token === undefined) throw new ApiError('server.unauthorized');
    const check = await this.tokens.check(token);
    if (check.kind === 'expired') throw new ApiError('token_expired');
    if (check.kind === 'invalid') throw new ApiError('invalid_token');

    const [session] = await findSessions(this.database.queries, [check.claims.sessionId]);
    if (session === undefined) throw new ApiError('session.ended', { reason: 'expired' });
    if (session.endReason !== null) throw new ApiError('session.ended', { reason: session.endReason });
    if (session.state !== 'live' && !states.includes(session.state)) {
      throw new ApiError(session.state === 'pending' ? 'session.pending' : 'password.change.required');
    }
    await this.keepAwake(session);
    return session;
  }

  /** For calls that also work without: the session of a token that is in order, expired or not found included as none. */
  async optionalSession(request: FastifyRequest): Promise<SessionStanding | undefined> {
    const token = bearerToken(request);
    const check = token === undefined ? undefined : await this.tokens.check(token);
    if (check?.kind !== 'valid') return undefined;
    const [session] = await findSessions(this.database.queries, [check.claims.sessionId]);
    return session;
  }

  private async keepAwake(session: SessionStanding): Promise<void> {
    if (session.idleSeconds < TOUCH_AFTER_SECONDS || session.state === 'pending') return;
    await this.database.withScope(sessionScope(session), (queries) => this.sessions.touch(queries, session.sessionId));
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
