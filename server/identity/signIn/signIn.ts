/** The password grant, and the check before it that mails a code where one is needed. */
import { sql } from 'kysely';
import type { SignInRefusal } from '../../../contract/base/errors';
import type { Database, Queries } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import {
  grantDescription,
  type CredentialCheck,
  type Credentials,
  type RefusedCredentials,
  type VerifiedUser,
} from '../passwords/credentials';
import type { OpenedSignIn, SessionOpening } from '../sessions/sessionOpening';
import { lockUser } from '../sessions/sessions';
import type { ChallengeResult, TwoFactor } from '../twoFactor/twoFactor';

export type SignInResult =
  | OpenedSignIn
  | {
      readonly kind: 'refused';
      readonly description: SignInRefusal;
      readonly attemptsLeft?: number;
      /** Until a lock that may be disclosed ends. */
      readonly retryAfterSeconds?: number;
    };

export type TwoFactorCheckResult =
  | RefusedCredentials
  | { readonly kind: 'not_needed' }
  | { readonly kind: 'challenge'; readonly email: string; readonly result: ChallengeResult };

export class SignIn {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialCheck,
    private readonly twoFactor: TwoFactor,
    private readonly opening: SessionOpening,
    private readonly audit: Audit,
  ) {}

  /** Whether a code is needed, and if so its challenge, which is mailed. */
  async check(credentials: Credentials, client: ClientInfo): Promise<TwoFactorCheckResult> {
    const user = await this.credentials.verify(credentials, client, 'two_factor_check');
    if (user.kind === 'refused') return user;
    if (!user.needsCode) return { kind: 'not_needed' };
    const recipient = { organizationId: user.organization.id, userId: user.userId, email: user.email };
    return {
      kind: 'challenge',
      email: user.email,
      result: await this.twoFactor.challenge(user.scope, recipient, client),
    };
  }

  /** The password grant: a session, or why it is refused. */
  async signIn(credentials: Credentials, code: string | undefined, client: ClientInfo): Promise<SignInResult> {
    const user = await this.credentials.verify(credentials, client, 'sign_in');
    if (user.kind === 'refused') {
      const { reason, disclose, lock } = user;
      return { kind: 'refused', description: grantDescription(reason, disclose), ...lock };
    }
    return this.database.withScope(user.scope, async (queries): Promise<SignInResult> => {
      await lockUser(queries, user.userId);
      const refused = (await this.refuseLocked(queries, user)) ?? (await this.refuseCode(queries, user, code));
      if (refused) {
        await this.recordRefusal(queries, user, client, refused.description);
        return refused;
      }
      await this.acceptPassword(queries, user, client);
      return this.opening.open(queries, user, client);
    });
  }

  /** The account may have been locked while the password was being verified. */
  private async refuseLocked(queries: Queries, user: VerifiedUser) {
    const locked = await queries
      .selectFrom('user_credentials')
      .where('user_id', '=', user.userId)
      .where('locked_until', '>', sql<Date>`now()`)
      .select('user_id')
      .executeTakeFirst();
    if (locked === undefined) return undefined;
    const description = grantDescription('account_locked', user.organization.discloseAccountState);
    return { kind: 'refused', description } as const;
  }

  private async refuseCode(queries: Queries, user: VerifiedUser, code: string | undefined) {
    if (!user.needsCode) return undefined;
    if (code === undefined || code === '') {
      return { kind: 'refused', description: 'authentication.code.not.available' } as const;
    }
    const check = await this.twoFactor.checkCode(queries, user.userId, code);
    switch (check.kind) {
      case 'right':
        return undefined;
      case 'not_available':
        return { kind: 'refused', description: 'authentication.code.not.available' } as const;
      case 'wrong':
        return {
          kind: 'refused',
          description: 'invalid.authentication.code',
          attemptsLeft: check.attemptsLeft,
        } as const;
    }
  }

  /** The first use of a temporary password removes the forgotten one. */
  private async acceptPassword(queries: Queries, user: VerifiedUser, client: ClientInfo): Promise<void> {
    if (!user.usedTemporaryPassword) return;
    const first = await queries
      .updateTable('temporary_passwords')
      .set({ first_used_at: sql<Date>`now()` })
      .where('user_id', '=', user.userId)
      .where('first_used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (first === undefined) return;
    await queries
      .updateTable('user_credentials')
      .set({ password_hash: null })
      .where('user_id', '=', user.userId)
      .execute();
    await this.audit.record(queries, {
      event: 'temporary_password_used',
      outcome: 'ok',
      organizationId: user.organization.id,
      userId: user.userId,
      client,
    });
  }

  private recordRefusal(queries: Queries, user: VerifiedUser, client: ClientInfo, reason: string) {
    return this.audit.record(queries, {
      event: 'sign_in',
      outcome: 'refused',
      reason,
      organizationId: user.organization.id,
      userId: user.userId,
      client,
    });
  }
}
