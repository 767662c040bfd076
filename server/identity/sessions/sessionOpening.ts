/** The last step of every sign-in: opens a session, issues its first refresh token, records it in the audit. */
import type { UserType } from '../../../contract/base/organizations';
import type { Queries } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { OrganizationForSignIn } from './lookups';
import type { IssuedRefreshToken, RefreshTokens } from './refreshTokens';
import type { OpenedSession, Sessions } from './sessions';

export interface ProvenUser {
  readonly userId: string;
  readonly userType: UserType;
  readonly organization: OrganizationForSignIn;
  readonly mustChangePassword: boolean;
}

export interface OpenedSignIn {
  readonly kind: 'opened';
  readonly user: ProvenUser;
  readonly session: OpenedSession;
  /** Undefined until the takeover question is answered. */
  readonly refreshToken: IssuedRefreshToken | undefined;
}

export class SessionOpening {
  constructor(
    private readonly sessions: Sessions,
    private readonly refreshTokens: RefreshTokens,
    private readonly audit: Audit,
  ) {}

  /** The caller holds a lock on the credential row. */
  async open(queries: Queries, user: ProvenUser, client: ClientInfo): Promise<OpenedSignIn> {
    const { userId, mustChangePassword } = user;
    const organizationId = user.organization.id;
    const session = await this.sessions.open(queries, { organizationId, userId, mustChangePassword, client });
    const refreshToken =
      session.state === 'pending'
        ? undefined
        : await this.refreshTokens.issue(queries, { id: session.id, organizationId }, 1);
    await this.audit.record(queries, {
      event: 'sign_in',
      outcome: 'ok',
      organizationId,
      userId,
      sessionId: session.id,
      client,
    });
    return { kind: 'opened', user, session, refreshToken };
  }
}
