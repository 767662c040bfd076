/** Changing one's password, and the proof by it. */
import { sql } from 'kysely';
import type { Keys } from '../../base/keys';
import { ApiError } from '../../base/errors';
import type { Database, Queries } from '../../database';
import type { AuditEvent } from '../../../contract/identity/auditEvents';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { Outbox } from '../../platform/mail/outbox';
import { sessionScope, type CurrentSession } from '../../platform/session';
import type { AccountMails } from '../accountMails/accountMails';
import { removeRememberedDevices } from '../factors/rememberedDevices';
import { requireOpen } from '../sessions/lookups';
import { lockUser, type Sessions } from '../sessions/sessions';
import { secondFactorName } from '../throttle/unlock';
import { refundIfUnverified, type SignInThrottle } from '../throttle/signInThrottle';
import { canonicalPassword, KNOWN_PLACE, type PasswordHasher } from './passwordHasher';
import { refuseNewPassword, type PasswordOwner, type PasswordPolicy } from './passwordPolicy';

/** `sentence` explains to the user what is wrong with the new password. */
export type ChangeResult =
  | { readonly kind: 'changed' }
  | { readonly kind: 'old_password_wrong' }
  | { readonly kind: 'refused'; readonly sentence: string };

const CHANGED_BEFORE =
  'Your password has already been changed in this sign-in. Please return to the login and sign in with the new one.';

export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly keys: Keys,
    private readonly outbox: Outbox,
    private readonly mails: AccountMails,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly throttle: SignInThrottle,
    private readonly policy: PasswordPolicy & Pick<PasswordOwner, 'productName'>,
  ) {}

  /** Ends every other session of the user; the current one stays open. */
  async change(
    session: CurrentSession,
    newPassword: string,
    oldPassword: string | undefined,
    client: ClientInfo,
  ): Promise<ChangeResult> {
    const scope = sessionScope(session);
    if (!session.mustChangePassword && !(await this.proves(session, oldPassword ?? '', client, 'password_change'))) {
      return { kind: 'old_password_wrong' };
    }
    const use = await this.useOf(session, newPassword);
    if (use === 'changed to it') return { kind: 'changed' };
    if (use === 'changed to another') return { kind: 'refused', sentence: CHANGED_BEFORE };
    if (use === 'in use') return { kind: 'refused', sentence: 'New password must be different than the old one.' };
    const sentence = await this.database.withScope(scope, (queries) => this.refuse(queries, session, newPassword));
    if (sentence !== undefined) return { kind: 'refused', sentence };
    const passwordHash = await this.hasher.hash(newPassword);
    const isFirst = await this.database.withScope(scope, async (queries) => {
      await lockUser(queries, session.userId);
      await requireOpen(queries, session.sessionId);
      if (session.mustChangePassword && (await hasChanged(queries, session))) return false;
      await queries
        .updateTable('user_credentials')
        .set({
          password_hash: passwordHash,
          password_generated: false,
          password_changed_at: sql<Date>`now()`,
        })
        .where('user_id', '=', session.userId)
        .execute();
      await queries.deleteFrom('temporary_passwords').where('user_id', '=', session.userId).execute();
      await this.sessions.endOthers(queries, session.userId, session.sessionId, 'password_changed');
      await removeRememberedDevices(queries, session.userId);
      // Who guessed the second factor knew the password.
      await this.throttle.clear(secondFactorName(session.userId), queries);
      await this.mails.passwordChanged(queries, session, client);
      await this.record(queries, session, client, 'password_change', undefined);
      return true;
    });
    // Another request of this session came first: perhaps with the same password.
    if (!isFirst) return this.change(session, newPassword, oldPassword, client);
    this.outbox.wake();
    return { kind: 'changed' };
  }

  /**
   * Whether this is the password of the session's user. Records refusals in the audit as `event`. Throws ApiError
   * (`too.many.requests`).
   */
  async proves(session: CurrentSession, password: string, client: ClientInfo, event: AuditEvent): Promise<boolean> {
    const scope = sessionScope(session);
    const readAccount = () =>
      this.database.withScope(scope, async (queries) => {
        const row = await queries
          .selectFrom('user_credentials')
          .where('user_id', '=', session.userId)
          .select(['password_hash as passwordHash', sql<boolean>`coalesce(locked_until > now(), false)`.as('locked')])
          .executeTakeFirst();
        return row ?? { passwordHash: null, locked: true };
      });
    const account = `password change\0${session.userId}`;
    const recordRefusal = (reason: string) =>
      this.database.withScope(scope, (queries) => this.record(queries, session, client, event, reason));
    return this.throttle.inTurn({ account, address: client.address, device: 'session' }, async (admission) => {
      if (!admission.admitted) {
        // A flood is recorded as the throttle sees it, not once for each request.
        if (!admission.remembered) await recordRefusal('too_many_attempts');
        throw new ApiError('too.many.requests', { retryAfterSeconds: admission.seconds });
      }
      return refundIfUnverified(admission, (checked) =>
        this.hasher.verify(password, KNOWN_PLACE, readAccount, async ({ locked }, matches) => {
          checked();
          if (matches && !locked) {
            await admission.passed();
            return true;
          }
          await recordRefusal(locked ? 'account_locked' : 'wrong_password');
          return false;
        }),
      );
    });
  }

  /**
   * Whether this is the current password or the temporary one: a mailed password must not become permanent. The session
   * may have had to change the password, and have done so: `changed to it` or `changed to another`.
   */
  private useOf(
    session: CurrentSession,
    password: string,
  ): Promise<'new' | 'in use' | 'changed to it' | 'changed to another'> {
    const readAccount = () =>
      this.database.withScope(sessionScope(session), async (queries) => {
        const account = await queries
          .selectFrom('user_credentials as c')
          .leftJoin('temporary_passwords as t', 't.user_id', 'c.user_id')
          .where('c.user_id', '=', session.userId)
          .select(['c.password_hash as passwordHash', 't.password_mac as temporaryMac'])
          .executeTakeFirstOrThrow();
        return { ...account, changed: session.mustChangePassword && (await hasChanged(queries, session)) };
      });
    const mac = this.keys.mac('temporary-password', canonicalPassword(password));
    return this.hasher.verify(password, KNOWN_PLACE, readAccount, async ({ changed, temporaryMac }, matches) => {
      if (changed) return matches ? 'changed to it' : 'changed to another';
      return matches || temporaryMac?.equals(mac) ? 'in use' : 'new';
    });
  }

  private async refuse(queries: Queries, session: CurrentSession, newPassword: string): Promise<string | undefined> {
    const owner = await queries
      .selectFrom('users as u')
      .innerJoin('organizations as o', 'o.id', 'u.organization_id')
      .where('u.id', '=', session.userId)
      .select([
        'u.user_name as userName',
        'u.email as email',
        'u.first_name as firstName',
        'u.last_name as lastName',
        'o.code as organizationCode',
        'o.name as organizationName',
        'o.password_min_length as minLength',
      ])
      .executeTakeFirstOrThrow();
    const { minLength, ...names } = owner;
    const { productName } = this.policy;
    // An organization may require more, not less.
    const policy = { ...this.policy, minLength: Math.max(minLength ?? 0, this.policy.minLength) };
    return refuseNewPassword(newPassword, { ...names, productName }, policy);
  }

  private record(
    queries: Queries,
    session: CurrentSession,
    client: ClientInfo,
    event: AuditEvent,
    reason: string | undefined,
  ): Promise<void> {
    return this.audit.record(queries, {
      event,
      outcome: reason === undefined ? 'ok' : 'refused',
      reason,
      organizationId: session.organizationId,
      userId: session.userId,
      sessionId: session.sessionId,
      client,
    });
  }
}

/** Whether the password was changed by this session: a change by another one would have ended it. */
async function hasChanged(queries: Queries, { sessionId, userId }: CurrentSession): Promise<boolean> {
  const changed = await queries
    .selectFrom('user_credentials as c')
    .innerJoin('sessions as s', 's.user_id', 'c.user_id')
    .where('c.user_id', '=', userId)
    .where('s.id', '=', sessionId)
    .whereRef('c.password_changed_at', '>', 's.created_at')
    .select('s.id')
    .executeTakeFirst();
  return changed !== undefined;
}
