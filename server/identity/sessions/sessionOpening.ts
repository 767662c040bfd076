/**
 * The last step of every sign-in: opens a session, issues its first refresh token, audits it, and mails the owner if
 * the browser is new.
 */
import { sql } from 'kysely';
import type { UserType } from '../../../contract/base/organizations';
import type { Queries } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { AccountMails } from '../accountMails/accountMails';
import type { OrganizationForSignIn } from './lookups';
import type { IssuedRefreshToken, RefreshTokens } from './refreshTokens';
import type { OpenedSession, Sessions } from './sessions';

export interface ProvenUser {
  readonly userId: string;
  readonly userType: UserType;
  readonly organization: OrganizationForSignIn;
  readonly mustChangePassword: boolean;
  /** The user needs a second factor and has none that the organization accepts; false by default. */
  readonly mustEnroll?: boolean;
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
    private readonly mails: AccountMails,
  ) {}

  /**
   * The caller holds a lock on the credential row. `isKnownBrowser`: it has signed in to this account before. The caller
   * wakes the outbox after the commit.
   */
  async open(queries: Queries, user: ProvenUser, client: ClientInfo, isKnownBrowser: boolean): Promise<OpenedSignIn> {
    const { userId, mustChangePassword, mustEnroll = false } = user;
    const organizationId = user.organization.id;
    const session = await this.sessions.open(queries, {
      organizationId,
      userId,
      mustChangePassword,
      mustEnroll,
      client,
    });
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
    const hadSignedIn = await noteSignIn(queries, userId);
    if (hadSignedIn && !isKnownBrowser) await this.mails.newDevice(queries, { organizationId, userId }, client);
    return { kind: 'opened', user, session, refreshToken };
  }
}

/** Whether the user had signed in before this time. */
async function noteSignIn(queries: Queries, userId: string): Promise<boolean> {
  const before = await queries
    .selectFrom('user_credentials')
    .where('user_id', '=', userId)
    .select('last_signed_in_at')
    .executeTakeFirst();
  await queries
    .updateTable('user_credentials')
    .set({ last_signed_in_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
  return before !== undefined && before.last_signed_in_at !== null;
}
