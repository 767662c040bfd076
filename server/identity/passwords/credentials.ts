/**
 * Checks user name, password and organization code, and whether the account may sign in from this address now.
 * `SignInThrottle` limits the attempts before anything is looked up.
 */
import { timingSafeEqual } from 'node:crypto';
import type { ErrorCode, SignInRefusal } from '../../../contract/base/errors';
import type { UserType } from '../../../contract/base/organizations';
import { ApiError, BusyError } from '../../base/errors';
import { addressAllowed, networkOf } from '../../base/ipAddresses';
import type { Keys } from '../../base/keys';
import type { Database, Scope } from '../../database';
import type { AfterResponse } from '../../platform/afterResponse';
import type { AuditEvent } from '../../../contract/identity/auditEvents';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { FailureThrottle } from '../../platform/http/failureThrottle';
import { accountName } from '../throttle/deviceCookie';
import { refundIfUnverified, type Admission, type SignInThrottle } from '../throttle/signInThrottle';
import { findAccount, type Account, type FoundAccount } from './accountLookup';
import { NO_ORGANIZATION, organizationScope, type OrganizationForSignIn } from '../sessions/lookups';
import { canonicalPassword, type PasswordHasher } from './passwordHasher';
import type { Passwords } from './passwords';
import type { VerifiedPassword } from './verifiedPassword';

/** The reasons as the audit records them. */
export type CredentialRefusal =
  | 'unknown_organization'
  | 'unknown_user'
  | 'wrong_password'
  | 'account_locked'
  | 'too_many_attempts'
  | 'account_disabled'
  | 'address_refused';

type CredentialCode = Extract<
  ErrorCode,
  'invalid.credentials' | 'user.not.found' | 'account.locked' | 'oauth.login.invalid.ipaddress'
>;

/** Without `disclose` all refusals look the same, so that they do not reveal which accounts exist. */
export function credentialCode(refusal: CredentialRefusal, disclose: boolean): CredentialCode {
  // Depends on the input and the address only, whether the account exists or not.
  if (refusal === 'too_many_attempts') return 'account.locked';
  if (!disclose) return 'invalid.credentials';
  switch (refusal) {
    case 'unknown_user':
      return 'user.not.found';
    case 'account_locked':
      return 'account.locked';
    case 'address_refused':
      return 'oauth.login.invalid.ipaddress';
    default:
      return 'invalid.credentials';
  }
}

/** The same for the token endpoint, which describes the lock differently and never names an unknown user. */
export function grantDescription(refusal: CredentialRefusal, disclose: boolean): SignInRefusal {
  const code = credentialCode(refusal, disclose);
  if (code === 'account.locked') return 'account_locked';
  return code === 'user.not.found' ? 'invalid.credentials' : code;
}

/** The form of a mailed password; see `Passwords`. */
const TEMPORARY = /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/;

export interface Credentials {
  readonly userName: string;
  readonly password: string;
  readonly organizationCode: string;
  /** The id of the browser, if it has signed in to this account before. */
  readonly knownDevice?: string | undefined;
}

/** `usedTemporaryPassword`: the mailed password was given in place of the user's own. */
export interface VerifiedUser {
  readonly kind: 'verified';
  readonly scope: Scope;
  readonly userId: string;
  readonly userType: UserType;
  readonly organization: OrganizationForSignIn;
  readonly mustChangePassword: boolean;
  readonly usedTemporaryPassword: boolean;
  /** It may have been changed since; see `isStillCurrent`. */
  readonly password: VerifiedPassword;
}

export interface RefusedCredentials {
  readonly kind: 'refused';
  readonly reason: CredentialRefusal;
  /** Whether the organization allows the reason to be disclosed. */
  readonly disclose: boolean;
  /** When the lock or the delay ends, if that may be disclosed. */
  readonly lock: { readonly retryAfterSeconds?: number };
}

export class CredentialCheck {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly keys: Keys,
    private readonly audit: Audit,
    private readonly throttle: SignInThrottle,
    private readonly passwords: Passwords,
    private readonly afterResponse: AfterResponse,
    /** Limits look-ups of mailed passwords, which need no hash, but statements. */
    private readonly mailedTries: FailureThrottle,
  ) {}

  /** Records refusals in the audit as `event`. The caller records success, because it knows the outcome. */
  async verify(
    credentials: Credentials,
    client: ClientInfo,
    event: AuditEvent,
  ): Promise<VerifiedUser | RefusedCredentials> {
    const account = accountName(credentials.userName, credentials.organizationCode);
    const attempt = { account, address: client.address, device: credentials.knownDevice };
    return this.throttle.inTurn(attempt, (admission) => this.verifyAdmitted(credentials, admission, client, event));
  }

  private async verifyAdmitted(
    credentials: Credentials,
    admission: Admission,
    client: ClientInfo,
    event: AuditEvent,
  ): Promise<VerifiedUser | RefusedCredentials> {
    const { password, knownDevice, userName, organizationCode } = credentials;
    const isMailed = TEMPORARY.test(canonicalPassword(password));
    if (!admission.admitted && (admission.reason === 'source' || !isMailed)) {
      return this.refuse(admission, client, event);
    }
    const place = {
      known: knownDevice !== undefined,
      source: networkOf(client.address),
      tries: admission.admitted ? admission.triesOfSource : 0,
    };
    const judged = admission.admitted
      ? await refundIfUnverified(admission, (checked) =>
          this.hasher.verify(
            password,
            place,
            () => findAccount(this.database.queries, credentials),
            async (found, matches) => {
              checked();
              const result = await this.judge(found, matches, credentials, client, event);
              if (admission.locks && result.kind === 'refused') this.announceLock(found, client);
              return result;
            },
          ),
        )
      : ((await this.judgeMailed(credentials, client, event)) ?? (await this.refuse(admission, client, event)));
    if (judged.kind === 'refused') return judged;
    // Only readers of the mailbox have a mailed password.
    if (judged.usedTemporaryPassword) await this.throttle.clear(accountName(userName, organizationCode));
    else if (admission.admitted) await admission.passed();
    return judged;
  }

  private async judge(
    account: FoundAccount,
    matches: boolean,
    credentials: Credentials,
    client: ClientInfo,
    event: AuditEvent,
  ): Promise<VerifiedUser | RefusedCredentials> {
    const { organization } = account;
    const right = this.rightPassword(account, matches, credentials.password);
    const reason = refusalOf(organization, account, right !== undefined, client.address);

    if (organization === undefined || account.userId === null || right === undefined || reason !== undefined) {
      const refusal = reason ?? 'unknown_user';
      await this.recordRefusal(account, refusal, client, event);
      const disclose = organization?.discloseAccountState ?? false;
      return {
        kind: 'refused',
        reason: refusal,
        disclose,
        lock:
          disclose && refusal === 'account_locked' && account.lockEndsInSeconds !== null
            ? { retryAfterSeconds: account.lockEndsInSeconds }
            : {},
      };
    }
    const usedTemporaryPassword = right.kind === 'temporary';
    if (!usedTemporaryPassword) this.renewHash(account, organization, credentials.password);
    return {
      kind: 'verified',
      scope: organizationScope(organization, account.userId),
      userId: account.userId,
      userType: account.userType,
      organization,
      mustChangePassword: account.passwordGenerated || usedTemporaryPassword,
      usedTemporaryPassword,
      password: right,
    };
  }

  /** Which of the account's passwords was given; undefined if it was neither. */
  private rightPassword(account: Account, matches: boolean, given: string): VerifiedPassword | undefined {
    const { passwordHash } = account;
    return matches && passwordHash !== null ? { kind: 'own', passwordHash } : this.rightTemporary(account, given);
  }

  /** Replaces a hash of another cost after the answer; if the server is busy, at the next sign-in. */
  private renewHash(
    { userId, passwordHash }: FoundAccount,
    organization: OrganizationForSignIn,
    password: string,
  ): void {
    if (userId === null || passwordHash === null || this.hasher.isUpToDate(passwordHash)) return;
    const renew = async () => {
      const renewed = await this.hasher.renew(password, passwordHash);
      await this.database.withScope(organizationScope(organization, userId), (queries) =>
        queries
          .updateTable('user_credentials')
          .set({ password_hash: renewed })
          .where('user_id', '=', userId)
          // Unless it was changed in the meantime.
          .where('password_hash', '=', passwordHash)
          .execute(),
      );
    };
    try {
      this.afterResponse.later('renewing a hash', renew);
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
    }
  }

  /**
   * A mailed password works regardless of other attempts at the account: it is long and random, so it needs no hash.
   * Only the look-ups of one address are limited.
   */
  private async judgeMailed(credentials: Credentials, client: ClientInfo, event: AuditEvent) {
    this.mailedTries.assertOpen(client.address);
    const account = await findAccount(this.database.queries, credentials);
    if (this.rightTemporary(account, credentials.password) === undefined) {
      await this.mailedTries.countFailure(client.address);
      return undefined;
    }
    return this.judge(account, false, credentials, client, event);
  }

  private async refuse(
    { reason, seconds, remembered }: Extract<Admission, { admitted: false }>,
    client: ClientInfo,
    event: AuditEvent,
  ): Promise<RefusedCredentials> {
    // A flood is recorded as the throttle sees it, not once for each request.
    if (!remembered) {
      const record = { event, outcome: 'refused', reason: 'too_many_attempts', client } as const;
      await this.audit.record(this.database.queries, record);
    }
    if (reason === 'source') throw new ApiError('too.many.requests', { retryAfterSeconds: seconds });
    return { kind: 'refused', reason: 'too_many_attempts', disclose: false, lock: { retryAfterSeconds: seconds } };
  }

  /** Runs after the answer, because otherwise its time would reveal whether the account exists. */
  private announceLock({ organization, userId }: FoundAccount, client: ClientInfo): void {
    if (organization === undefined || userId === null) return;
    this.afterResponse.later('mailing about a lock', () => this.passwords.mailLock(organization, userId, client));
  }

  private rightTemporary({ temporaryMac }: Account, given: string): VerifiedPassword | undefined {
    const mac = this.keys.mac('temporary-password', canonicalPassword(given));
    return temporaryMac !== null && timingSafeEqual(temporaryMac, mac) ? { kind: 'temporary', mac } : undefined;
  }

  /** Runs the same statements whether organization and user exist or not, so that the time reveals nothing. */
  private async recordRefusal(
    { organization, userId }: FoundAccount,
    reason: CredentialRefusal,
    client: ClientInfo,
    event: AuditEvent,
  ): Promise<void> {
    const scope = organizationScope(organization ?? NO_ORGANIZATION, userId);
    await this.database.withScope(scope, async (queries) => {
      await this.audit.record(queries, {
        event,
        outcome: 'refused',
        reason,
        organizationId: organization?.id,
        userId,
        client,
      });
    });
  }
}

function refusalOf(
  organization: OrganizationForSignIn | undefined,
  account: Account,
  passwordRight: boolean,
  address: string,
): CredentialRefusal | undefined {
  if (organization === undefined) return 'unknown_organization';
  if (account.userId === null) return 'unknown_user';
  if (account.locked) return 'account_locked';
  if (!passwordRight) return 'wrong_password';
  if (account.disabled) return 'account_disabled';
  const allowed =
    addressAllowed(address, organization.allowedAddresses) && addressAllowed(address, account.allowedAddresses);
  return allowed ? undefined : 'address_refused';
}
