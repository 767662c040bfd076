/** The refresh grant: a new access token for a session that is still open. */
import { sql } from 'kysely';
import type { SessionEndReason } from '../../../contract/base/errors';
import { addressAllowed } from '../../base/ipAddresses';
import { hashSecret } from '../../base/keys';
import type { Database, Queries, Scope } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import { findRefreshToken, findSessions } from './lookups';
import { type CurrentSession } from '../../platform/session';
import type { IssuedRefreshToken, RefreshTokens } from './refreshTokens';
import type { Sessions } from './sessions';

export type RenewalResult =
  | { readonly kind: 'renewed'; readonly session: CurrentSession; readonly refreshToken: IssuedRefreshToken }
  | { readonly kind: 'ended'; readonly reason: SessionEndReason };

export class Renewal {
  constructor(
    private readonly database: Database,
    private readonly sessions: Sessions,
    private readonly refreshTokens: RefreshTokens,
    private readonly audit: Audit,
  ) {}

  /** The next token of the session, or why the session has ended. */
  async renew(presented: string, client: ClientInfo): Promise<RenewalResult> {
    const owner = await findRefreshToken(this.database.queries, hashSecret(presented));
    // An unknown token: its session ended long ago, and its rows were deleted.
    if (owner === undefined) return { kind: 'ended', reason: 'expired' };
    return this.database.withScope(owner.scope, async (queries): Promise<RenewalResult> => {
      await queries.selectFrom('sessions').where('id', '=', owner.id).select('id').forUpdate().execute();
      const [session] = await findSessions(queries, [owner.id]);
      if (session === undefined) return { kind: 'ended', reason: 'expired' };
      if (session.endReason !== null) return { kind: 'ended', reason: session.endReason };
      if (!(await mayStillComeFrom(queries, owner.scope, client.address))) {
        return this.end(queries, session, 'forced', 'address_refused', client);
      }
      const rotation = await this.refreshTokens.rotate(
        queries,
        { id: owner.id, organizationId: owner.scope.organizationId },
        presented,
      );
      switch (rotation.kind) {
        case 'reused':
          return this.end(queries, session, 'revoked', 'reuse', client);
        case 'foreign':
          return this.end(queries, session, 'expired', 'secret_changed', client);
        case 'unknown':
          return { kind: 'ended', reason: 'expired' };
        default:
          await this.sessions.touch(queries, owner.id);
          return { kind: 'renewed', session, refreshToken: rotation.token };
      }
    });
  }

  private async end(
    queries: Queries,
    session: CurrentSession,
    reason: SessionEndReason,
    why: string,
    client: ClientInfo,
  ): Promise<RenewalResult> {
    await this.sessions.end(queries, session.sessionId, reason);
    await this.audit.record(queries, {
      event: why === 'reuse' ? 'refresh_reuse' : 'session_refresh',
      outcome: 'refused',
      reason: why,
      organizationId: session.organizationId,
      userId: session.userId,
      sessionId: session.sessionId,
      client,
    });
    return { kind: 'ended', reason };
  }
}

/** The device may have left the allowed networks since the sign-in. */
async function mayStillComeFrom(queries: Queries, scope: Scope, address: string): Promise<boolean> {
  const lists = await queries
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organization_id')
    .where('u.id', '=', scope.userId)
    .select([
      sql<string[] | null>`u.allowed_addresses::text[]`.as('user'),
      sql<string[] | null>`o.allowed_addresses::text[]`.as('organization'),
    ])
    .executeTakeFirst();
  return lists !== undefined && addressAllowed(address, lists.user) && addressAllowed(address, lists.organization);
}
