/** Who may sign in, and how: deactivates, reactivates and unlocks users, resets factors and unlinks identities. */
import { sql } from 'kysely';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import type { AccountMails } from '../../identity/accountMails/accountMails';
import { holdsStrongFactor, readEnrolledFactors } from '../../identity/factors/factorStatus';
import { removeFactors } from '../../identity/factors/rememberedDevices';
import type { Passwords } from '../../identity/passwords/passwords';
import { preservingAdministrators } from '../../identity/permissions';
import type { Sessions } from '../../identity/sessions/sessions';
import type { SignInThrottle } from '../../identity/throttle/signInThrottle';
import { unlock } from '../../identity/throttle/unlock';
import type { Audit } from '../../platform/audit';
import { lockAccount, requireNotAbove } from './accounts';
import type { ManagedOrganization } from './managedOrganization';
import { recordChange, type Actor, type Saved } from './userChanges';

export interface UserAccessServices {
  readonly accountMails: AccountMails;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly signInThrottle: SignInThrottle;
}

export class UserAccess {
  constructor(private readonly services: UserAccessServices) {}

  /**
   * Reactivating invites a person again who has never signed in, because deactivating ends the invitation. Idempotent.
   * Throws ApiError: `request.invalid` for oneself or rights that the caller lacks, `not.found`.
   */
  async setActive(
    queries: Queries,
    userId: string,
    active: boolean,
    managed: ManagedOrganization,
    actor: Actor,
  ): Promise<Saved> {
    if (userId === actor.session.userId) {
      throw new ApiError('request.invalid', {
        sentence: 'You cannot deactivate or reactivate yourself. Please ask another administrator.',
      });
    }
    return preservingAdministrators(queries, managed.scope, actor.session.userId, async () => {
      const user = await lockAccount(queries, userId, managed);
      await requireNotAbove(queries, user, managed, actor.session);
      if ((user.disabled_at === null) === active) return { userId, version: user.version };
      await queries
        .updateTable('users')
        .set({ disabled_at: active ? null : sql<Date>`now()`, version: user.version + 1 })
        .where('id', '=', userId)
        .execute();
      if (active)
        await this.services.passwords.inviteAgain(queries, { id: userId, organizationId: user.organization_id });
      else {
        await this.services.sessions.endAll(queries, userId, 'revoked');
        await queries.deleteFrom('temporary_passwords').where('user_id', '=', userId).execute();
      }
      await recordChange(
        this.services.audit,
        queries,
        active ? 'user_reactivated' : 'user_deactivated',
        managed,
        actor,
        {
          before: { userId, active: !active },
          after: { userId, active },
        },
      );
      return { userId, version: user.version + 1 };
    });
  }

  /**
   * Ends an administrator's lock and the waits after wrong passwords or codes. Idempotent. Throws ApiError:
   * `not.found`,
   * `request.invalid` for a user with rights that the caller lacks.
   */
  async unlock(queries: Queries, userId: string, managed: ManagedOrganization, actor: Actor): Promise<Saved> {
    const user = await lockAccount(queries, userId, managed);
    await requireNotAbove(queries, user, managed, actor.session);
    const { code } = await queries
      .selectFrom('organizations')
      .where('id', '=', user.organization_id)
      .select('code')
      .executeTakeFirstOrThrow();
    const account = { userId, userName: user.user_name, organizationCode: code };
    await unlock(queries, this.services.signInThrottle, account);
    await recordChange(this.services.audit, queries, 'account_unlocked', managed, actor, { after: { userId } });
    return { userId, version: user.version };
  }

  /**
   * A user who had an app or a passkey needs a mailed code from then on, until an administrator switches that off.
   * Throws ApiError: `request.invalid` for one's own or rights that the caller lacks, `not.found`, `proof.required`.
   */
  async resetFactors(queries: Queries, userId: string, managed: ManagedOrganization, actor: Actor): Promise<Saved> {
    if (userId === actor.session.userId) {
      throw new ApiError('request.invalid', {
        sentence: 'You cannot reset your own second factors here. Please use Sign-In & Security in your profile.',
      });
    }
    const user = await lockAccount(queries, userId, managed);
    await requireNotAbove(queries, user, managed, actor.session);
    if (!managed.isProven) throw new ApiError('proof.required');
    const held = await readEnrolledFactors(queries, userId);
    await removeFactors(queries, userId);
    // Otherwise the password alone would be enough until they set up another one.
    const isWeakened = holdsStrongFactor(held) && !held.required;
    const version = user.version + (isWeakened ? 1 : 0);
    if (isWeakened)
      await queries.updateTable('users').set({ two_factor_enabled: true, version }).where('id', '=', userId).execute();
    const owner = { organizationId: managed.scope.organizationId, userId };
    await this.services.accountMails.secondFactorChanged(queries, owner, { kind: 'reset' }, actor.client);
    const changed = (twoFactorEnabled: boolean) => ({ userId, ...(isWeakened && { twoFactorEnabled }) });
    await recordChange(this.services.audit, queries, 'factors_reset', managed, actor, {
      ...(isWeakened && { before: changed(false) }),
      after: changed(true),
    });
    return { userId, version };
  }

  /** Throws ApiError: `request.invalid` for oneself or rights that the caller lacks, `not.found`. */
  async unlinkIdentity(
    queries: Queries,
    { userId, identityId }: { readonly userId: string; readonly identityId: string },
    managed: ManagedOrganization,
    actor: Actor,
  ): Promise<Saved> {
    if (userId === actor.session.userId) {
      throw new ApiError('request.invalid', {
        sentence: 'You cannot unlink yourself. Please ask another administrator.',
      });
    }
    const user = await lockAccount(queries, userId, managed);
    await requireNotAbove(queries, user, managed, actor.session);
    const [gone] = await queries
      .deleteFrom('user_identities')
      .where('id', '=', identityId)
      .where('user_id', '=', userId)
      .returning(['issuer', 'subject'])
      .execute();
    if (gone === undefined) throw new ApiError('not.found');
    await recordChange(this.services.audit, queries, 'identity_unlinked', managed, actor, {
      before: { userId, ...gone },
      after: { userId },
    });
    return { userId, version: user.version };
  }
}
