/** Resetting and changing passwords, and inviting new users. */
import { sql } from 'kysely';
import type { Database, Queries } from '../../database';
import { momentText } from '../../base/dates';
import type { Keys } from '../../base/keys';
import type { AccountMails, AccountOwner } from '../accountMails/accountMails';
import type { LockRemedy } from '../accountMails/accountTexts';
import { waitingEmail } from '../emailChanges/emailChanges';
import type { Outbox } from '../../platform/mail/outbox';
import type { AfterResponse } from '../../platform/afterResponse';
import type { Audit, ClientInfo } from '../../platform/audit';
import { canonicalPassword } from './passwordHasher';
import {
  findEndedSessions,
  findOrganization,
  organizationScope,
  type OrganizationForSignIn,
} from '../sessions/lookups';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { claimMail, type MailAllowance } from '../../platform/mail/mailAllowance';
import { KNOWN_PLACE, type PasswordHasher } from './passwordHasher';
import { takingBackUnchecked, type SignInThrottle } from '../throttle/signInThrottle';
import { LOCK_SECONDS } from '../throttle/rules';
import { ApiError } from '../../base/errors';
import { makeTemporary } from './temporaryPassword';
import { refuseNewPassword, type PasswordOwner, type PasswordPolicy } from './passwordPolicy';
import { removeRememberedDevices } from '../factors/rememberedDevices';
import { lockUser, type Sessions } from '../sessions/sessions';

const TEMPORARY_HOURS = 24;
const INVITATION_HOURS = 7 * 24;
const ALLOWANCE: MailAllowance = { column: 'reset_mails', mostAnHour: 5, gapSeconds: 60 };

export type ResetResult = { readonly kind: 'accepted' } | { readonly kind: 'user_not_found' };

/** `sentence` explains to the user what is wrong with the new password. */
export type ChangeResult =
  | { readonly kind: 'changed' }
  | { readonly kind: 'old_password_wrong' }
  | { readonly kind: 'refused'; readonly sentence: string };

interface Account {
  readonly id: string;
  readonly organizationId: string;
}

const ownerOf = ({ id, organizationId }: Account): AccountOwner => ({ userId: id, organizationId });

export class Passwords {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly keys: Keys,
    private readonly outbox: Outbox,
    private readonly mails: AccountMails,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly afterResponse: AfterResponse,
    private readonly throttle: SignInThrottle,
    private readonly policy: PasswordPolicy & Pick<PasswordOwner, 'productName'>,
  ) {}

  /**
   * Answers alike for known and unknown users, unless the organization discloses its accounts. Without disclosure only
   * the organization is looked up before the answer.
   */
  async reset(userName: string, organizationCode: string, client: ClientInfo): Promise<ResetResult> {
    const organization = await findOrganization(this.database.queries, organizationCode);
    if (organization?.discloseAccountState) {
      const found = await this.mailIfKnown(organization, userName, client);
      return { kind: found ? 'accepted' : 'user_not_found' };
    }
    this.afterResponse.later('password reset', () =>
      organization === undefined
        ? this.recordUnknownOrganization(client)
        : this.mailIfKnown(organization, userName, client),
    );
    return { kind: 'accepted' };
  }

  private recordUnknownOrganization(client: ClientInfo): Promise<void> {
    return this.audit.record(this.database.queries, {
      event: 'password_reset',
      outcome: 'refused',
      reason: 'unknown_organization',
      client,
    });
  }

  /** Returns whether there is such a user, not whether a mail was sent. */
  private async mailIfKnown(
    organization: OrganizationForSignIn,
    userName: string,
    client: ClientInfo,
  ): Promise<boolean> {
    const found = await this.database.withScope(organizationScope(organization), async (queries) => {
      const user = await queries
        .selectFrom('users')
        .where('organization_id', '=', organization.id)
        .where(sql`lower(user_name)`, '=', sql`lower(${userName.trim()})`)
        .where('disabled_at', 'is', null)
        .select('id')
        .executeTakeFirst();
      const reason =
        user === undefined
          ? 'unknown_user'
          : await this.mailTemporary(queries, { ...user, organizationId: organization.id });
      await this.audit.record(queries, {
        event: 'password_reset',
        outcome: reason === undefined ? 'ok' : 'refused',
        reason,
        organizationId: organization.id,
        userId: user?.id,
        client,
      });
      return user !== undefined;
    });
    this.outbox.wake();
    return found;
  }

  private async mailTemporary(queries: Queries, user: Account): Promise<string | undefined> {
    await lockUser(queries, user.id);
    if (await signsInElsewhere(queries, user.id)) return 'single_sign_on';
    if ((await claimMail(queries, user.id, ALLOWANCE)) > 0) return 'too_many_mails';
    const waiting = await waitingEmail(queries, user.id);
    if (waiting !== undefined) {
      await this.mails.passwordWaits(queries, ownerOf(user), waiting.until);
      return 'address_waits';
    }
    const password = await makeTemporary(queries, this.keys, user, TEMPORARY_HOURS);
    await this.mails.temporaryPassword(queries, ownerOf(user), password, TEMPORARY_HOURS);
    return undefined;
  }

  /**
   * Mails a temporary password for the operator, who has no limit of mails. Throws ApiError (`conflict`) with a sentence
   * while a changed address waits: its reader could take over the account.
   */
  async resetForOperator(queries: Queries, user: Account & { readonly userName: string }): Promise<void> {
    await lockUser(queries, user.id);
    const waiting = await waitingEmail(queries, user.id);
    if (waiting !== undefined) {
      throw new ApiError('conflict', {
        sentence: `No password is emailed to ${user.userName} before ${momentText(waiting.until)}, because the email address of this account was changed. Please try again then, or have an owner of the platform confirm the address under Admin > Changed Email Addresses.`,
      });
    }
    const password = await makeTemporary(queries, this.keys, user, TEMPORARY_HOURS);
    await this.mails.temporaryPassword(queries, ownerOf(user), password, TEMPORARY_HOURS);
  }

  /** Mails a new user a first password, which must be changed at the first sign-in. */
  async invite(queries: Queries, user: Account): Promise<void> {
    const password = await makeTemporary(queries, this.keys, user, INVITATION_HOURS);
    await this.mails.invitation(queries, ownerOf(user), password, INVITATION_HOURS / 24);
  }

  /**
   * Invites a user again who has never signed in. While a changed address waits, they are told when they can request a
   * password.
   */
  async inviteAgain(queries: Queries, user: Account): Promise<void> {
    if (!(await hasNeverSignedIn(queries, user.id))) return;
    const waiting = await waitingEmail(queries, user.id);
    if (waiting === undefined) await this.invite(queries, user);
    else await this.mails.activeAgain(queries, ownerOf(user), waiting.until);
  }

  /** Mails the owner that the account is locked for unknown browsers, with a password that ends the lock. */
  async mailLock(organization: OrganizationForSignIn, userId: string, client: ClientInfo): Promise<void> {
    await this.database.withScope(organizationScope(organization, userId), async (queries) => {
      await lockUser(queries, userId);
      const found = await queries
        .selectFrom('users as u')
        .innerJoin('user_credentials as c', 'c.user_id', 'u.id')
        .leftJoin('temporary_passwords as t', (join) =>
          join.onRef('t.user_id', '=', 'u.id').on('t.expires_at', '>', sql<Date>`now()`),
        )
        .where('u.id', '=', userId)
        .where('u.disabled_at', 'is', null)
        .select(['t.user_id as mailed', 'c.password_hash as passwordHash'])
        .executeTakeFirst();
      await this.audit.record(queries, {
        event: 'account_locked',
        outcome: 'refused',
        reason: 'too_many_sources',
        organizationId: organization.id,
        userId,
        client,
      });
      // Without a password there is nothing to guess.
      if (found === undefined || (found.passwordHash === null && found.mailed === null)) return;
      const user = { id: userId, organizationId: organization.id };
      const remedy = await this.remedy(queries, user, found.mailed !== null);
      await this.mails.lock(queries, ownerOf(user), remedy, LOCK_SECONDS / 3_600);
    });
    this.outbox.wake();
  }

  private async remedy(queries: Queries, user: Account, wasMailed: boolean): Promise<LockRemedy> {
    // One that was mailed before also ends the lock, and may be the only one that the owner has.
    if (wasMailed) return 'mailed before';
    if ((await waitingEmail(queries, user.id)) !== undefined) return 'administrator';
    return { password: await makeTemporary(queries, this.keys, user, TEMPORARY_HOURS) };
  }

  /** Ends every other session of the user; the current one stays open. */
  async change(
    session: CurrentSession,
    newPassword: string,
    oldPassword: string | undefined,
    client: ClientInfo,
  ): Promise<ChangeResult> {
    const scope = sessionScope(session);
    if (!session.mustChangePassword && !(await this.proves(session, oldPassword ?? '', client))) {
      return { kind: 'old_password_wrong' };
    }
    const use = await this.useOf(session, newPassword);
    // The answer to the same forced change was lost.
    if (use === 'changed before') return { kind: 'changed' };
    if (use === 'in use') return { kind: 'refused', sentence: 'New password must be different than the old one.' };
    const sentence = await this.database.withScope(scope, (queries) => this.refuse(queries, session, newPassword));
    if (sentence !== undefined) return { kind: 'refused', sentence };
    const passwordHash = await this.hasher.hash(newPassword);
    await this.database.withScope(scope, async (queries) => {
      await lockUser(queries, session.userId);
      await this.assertStillOpen(queries, session);
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
      await this.mails.passwordChanged(queries, session, client);
      await this.record(queries, session, client, undefined);
    });
    this.outbox.wake();
    return { kind: 'changed' };
  }

  /** The session may have ended while the passwords were being hashed. Throws ApiError (`session.ended`). */
  private async assertStillOpen(queries: Queries, { sessionId }: CurrentSession): Promise<void> {
    const reason = (await findEndedSessions(queries, [sessionId])).get(sessionId);
    if (reason !== undefined) throw new ApiError('session.ended', { reason });
  }

  /** Whether this is the password of the session's user. Throws ApiError (`too.many.requests`). */
  async proves(session: CurrentSession, password: string, client: ClientInfo): Promise<boolean> {
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
    return this.throttle.inTurn({ account, address: client.address, device: 'session' }, (admission) => {
      if (!admission.admitted) throw new ApiError('too.many.requests', { retryAfterSeconds: admission.seconds });
      return takingBackUnchecked(admission, (checked) =>
        this.hasher.verify(password, KNOWN_PLACE, readAccount, async ({ locked }, matches) => {
          checked();
          if (matches && !locked) {
            await admission.passed();
            return true;
          }
          await this.database.withScope(scope, (queries) =>
            this.record(queries, session, client, locked ? 'account_locked' : 'wrong_password'),
          );
          return false;
        }),
      );
    });
  }

  /**
   * Whether this is the current password or the temporary one: a mailed password must not become permanent. `changed
   * before`: the session had to change the password, and has changed it to this one.
   */
  private useOf(session: CurrentSession, password: string): Promise<'new' | 'in use' | 'changed before'> {
    const readAccount = () =>
      this.database.withScope(sessionScope(session), (queries) =>
        queries
          .selectFrom('user_credentials as c')
          .leftJoin('temporary_passwords as t', 't.user_id', 'c.user_id')
          .where('c.user_id', '=', session.userId)
          .select([
            'c.password_hash as passwordHash',
            'c.password_generated as generated',
            't.password_mac as temporaryMac',
          ])
          .executeTakeFirstOrThrow(),
      );
    const mac = this.keys.mac('temporary-password', canonicalPassword(password));
    return this.hasher.verify(password, KNOWN_PLACE, readAccount, async ({ generated, temporaryMac }, matches) => {
      if (matches && session.mustChangePassword && !generated && temporaryMac === null) return 'changed before';
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
    reason: string | undefined,
  ): Promise<void> {
    return this.audit.record(queries, {
      event: 'password_change',
      outcome: reason === undefined ? 'ok' : 'refused',
      reason,
      organizationId: session.organizationId,
      userId: session.userId,
      sessionId: session.sessionId,
      client,
    });
  }
}

/** Whether they have neither set a password nor signed in by a provider. */
async function hasNeverSignedIn(queries: Queries, userId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('user_credentials as c')
    .where('c.user_id', '=', userId)
    .where('c.password_hash', 'is', null)
    .where('c.password_changed_at', 'is', null)
    .where(sql<boolean>`not exists (select from user_identities i where i.user_id = c.user_id)`)
    .select('c.user_id')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Users of an identity provider who never had a password must not be mailed one. The first use of a temporary password
 * removes their own: until they have changed it, they can get another.
 */
async function signsInElsewhere(queries: Queries, userId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('user_identities as i')
    .innerJoin('user_credentials as c', 'c.user_id', 'i.user_id')
    .where('i.user_id', '=', userId)
    .where('c.password_hash', 'is', null)
    .where('c.password_changed_at', 'is', null)
    .where(sql<boolean>`not exists (select from temporary_passwords t where t.user_id = i.user_id)`)
    .select('i.user_id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
