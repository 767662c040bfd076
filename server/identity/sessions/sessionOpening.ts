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
   * The caller holds a lock on the credential row. `isKnownBrowser`: it has signed in to this account before. The
   * caller wakes the outbox after the commit.
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
    await recordAbsence(queries, userId, session.id);
    const hadSignedIn = await recordSignIn(queries, userId);
    if (hadSignedIn && !isKnownBrowser) await this.mails.newDevice(queries, { organizationId, userId }, client);
    return { kind: 'opened', user, session, refreshToken };
  }
}

/** After an absence this long, the user is shown what arrived in the meantime: a night, not a meeting. */
const AWAY_HOURS = 4;

/** Records a long absence: from the last sign-in, or a later use of another live session, until now. */
async function recordAbsence(queries: Queries, userId: string, sessionId: string): Promise<void> {
  await sql`
    update users u
    set away_since = date_trunc('milliseconds', here.at), away_until = date_trunc('milliseconds', now())
    from (
      select greatest(
        (select c.last_signed_in_at from user_credentials c where c.user_id = ${userId}),
        (select max(s.last_used_at) from sessions s
          where s.user_id = ${userId} and s.state = 'live' and s.id <> ${sessionId})) as at) here
    where u.id = ${userId} and here.at <= now() - make_interval(hours => ${AWAY_HOURS})`.execute(queries);
}

/** Whether the user had signed in before this time. */
async function recordSignIn(queries: Queries, userId: string): Promise<boolean> {
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
