/** Passwords that are mailed: for those who forgot theirs, new users, and owners of locked accounts. */
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
import { findOrganization, organizationScope, type OrganizationForSignIn } from '../sessions/lookups';
import { claimMail, type MailAllowance } from '../../platform/mail/mailAllowance';
import { LOCK_SECONDS } from '../throttle/rules';
import { ApiError } from '../../base/errors';
import { makeTemporary } from './temporaryPassword';
import { lockUser } from '../sessions/sessions';

const TEMPORARY_HOURS = 24;
const INVITATION_HOURS = 7 * 24;
const ALLOWANCE: MailAllowance = { column: 'reset_mails', mostAnHour: 5, gapSeconds: 60 };

export type ResetResult = { readonly kind: 'accepted' } | { readonly kind: 'user_not_found' };

interface Account {
  readonly id: string;
  readonly organizationId: string;
}

const ownerOf = ({ id, organizationId }: Account): AccountOwner => ({ userId: id, organizationId });

export class Passwords {
  constructor(
    private readonly database: Database,
    private readonly keys: Keys,
    private readonly outbox: Outbox,
    private readonly mails: AccountMails,
    private readonly audit: Audit,
    private readonly afterResponse: AfterResponse,
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
   * Mails a temporary password for the operator, who has no limit of mails. Throws ApiError (`conflict`) with a
   * sentence for a user of an identity provider, and while a changed address waits: its reader could take over the
   * account.
   */
  async resetForOperator(queries: Queries, user: Account & { readonly userName: string }): Promise<void> {
    await lockUser(queries, user.id);
    if (await signsInElsewhere(queries, user.id)) {
      throw new ApiError('conflict', {
        sentence: `${user.userName} has no password and signs in with an identity provider, so none is emailed. Unlink the identity on their page under Admin > Users and try again; if no administrator can sign in, add one with "vms create-user".`,
      });
    }
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
   * Invites a user again who has never signed in. While a changed address waits, they are notified when they can
   * request a password.
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
      const user = { id: userId, organizationId: organization.id };
      await this.recordLock(queries, user, 'too_many_sources', client);
      // Without a password there is nothing to guess.
      if (found === undefined || (found.passwordHash === null && found.mailed === null)) return;
      const remedy = await this.remedy(queries, user, found.mailed !== null);
      await this.mails.lock(queries, ownerOf(user), remedy, LOCK_SECONDS / 3_600);
    });
    this.outbox.wake();
  }

  /**
   * The same for second factors, whose guesser knows the password. No password is mailed: a mailbox must not end the
   * wait of the factor that protects the account from its reader.
   */
  async mailFactorLock(organization: OrganizationForSignIn, userId: string, client: ClientInfo): Promise<void> {
    const user = { id: userId, organizationId: organization.id };
    await this.database.withScope(organizationScope(organization, userId), async (queries) => {
      await this.recordLock(queries, user, 'too_many_code_sources', client);
      await this.mails.factorLock(queries, ownerOf(user), LOCK_SECONDS / 3_600);
    });
    this.outbox.wake();
  }

  private recordLock(
    queries: Queries,
    { id: userId, organizationId }: Account,
    reason: string,
    client: ClientInfo,
  ): Promise<void> {
    return this.audit.record(queries, {
      event: 'account_locked',
      outcome: 'refused',
      reason,
      organizationId,
      userId,
      client,
    });
  }

  private async remedy(queries: Queries, user: Account, wasMailed: boolean): Promise<LockRemedy> {
    // One that was mailed before also ends the lock, and may be the only one that the owner has.
    if (wasMailed) return 'mailed before';
    if ((await waitingEmail(queries, user.id)) !== undefined) return 'administrator';
    return { password: await makeTemporary(queries, this.keys, user, TEMPORARY_HOURS) };
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
