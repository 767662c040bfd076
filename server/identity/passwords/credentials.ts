/** Checks user name, password and organization code, and whether the account may sign in from this address now. */
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ErrorCode, SignInRefusal } from '../../../contract/base/errors';
import type { UserType } from '../../../contract/base/organizations';
import { addressAllowed } from '../../base/ipAddresses';
import type { Keys } from '../../base/keys';
import type { Database, Queries, Scope } from '../../database';
import type { Audit, AuditEvent, ClientInfo } from '../../platform/audit';
import { findOrganization, NO_ORGANIZATION, organizationScope, type OrganizationForSignIn } from '../sessions/lookups';
import { canonicalPassword, type PasswordHasher } from './passwordHasher';

/** The reasons as the audit records them. */
export type CredentialRefusal =
  | 'unknown_organization'
  | 'unknown_user'
  | 'wrong_password'
  | 'account_locked'
  | 'account_disabled'
  | 'address_refused';

type CredentialCode = Extract<
  ErrorCode,
  'invalid.credentials' | 'user.not.found' | 'account.locked' | 'oauth.login.invalid.ipaddress'
>;

/** Without `disclose` every refusal looks the same, so that nobody learns which accounts exist. */
export function credentialCode(refusal: CredentialRefusal, disclose: boolean): CredentialCode {
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

/** The same for the token endpoint, which spells the lock differently and never names an unknown user. */
export function grantDescription(refusal: CredentialRefusal, disclose: boolean): SignInRefusal {
  const code = credentialCode(refusal, disclose);
  if (code === 'account.locked') return 'account_locked';
  return code === 'user.not.found' ? 'invalid.credentials' : code;
}

/** Wrong passwords and wrong codes share this counter. */
export const MAX_FAILED_ATTEMPTS = 5;
export const LOCK_MINUTES = 15;

export interface Credentials {
  readonly userName: string;
  readonly password: string;
  readonly organizationCode: string;
}

interface Account {
  readonly userId: string | null;
  readonly email: string;
  readonly userType: UserType;
  readonly passwordHash: string | null;
  readonly passwordGenerated: boolean;
  readonly locked: boolean;
  /** Seconds until a lock for guessing ends; null without one, or where the lock has no such end. */
  readonly lockEndsInSeconds: number | null;
  readonly disabled: boolean;
  readonly twoFactorEnabled: boolean;
  readonly allowedAddresses: readonly string[] | null;
  readonly temporaryMac: Buffer | null;
  /** The temporary password was mailed after the lock began: who has it has read the mailbox. */
  readonly temporaryUnlocks: boolean;
}

interface FoundAccount extends Account {
  readonly organization: OrganizationForSignIn | undefined;
}

/** No user has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const UNKNOWN_ACCOUNT: Account = {
  userId: null,
  email: '',
  userType: 'CLIENT',
  passwordHash: null,
  passwordGenerated: false,
  locked: false,
  lockEndsInSeconds: null,
  disabled: false,
  twoFactorEnabled: false,
  allowedAddresses: null,
  temporaryMac: null,
  temporaryUnlocks: false,
};

export interface VerifiedUser {
  readonly kind: 'verified';
  readonly scope: Scope;
  readonly userId: string;
  readonly email: string;
  readonly userType: UserType;
  readonly organization: OrganizationForSignIn;
  readonly needsCode: boolean;
  readonly mustChangePassword: boolean;
  readonly usedTemporaryPassword: boolean;
  /** A lock that stood when the temporary password was mailed ends with this sign-in. */
  readonly unlocks: boolean;
}

export interface RefusedCredentials {
  readonly kind: 'refused';
  readonly reason: CredentialRefusal;
  /** Whether the organization allows the reason to be disclosed. */
  readonly disclose: boolean;
  /** When the lock ends, where the organization allows it to be disclosed. */
  readonly lock: { readonly retryAfterSeconds?: number };
}

export class CredentialCheck {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly keys: Keys,
    private readonly audit: Audit,
  ) {}

  /** Records refusals in the audit as `event`. The caller records success, because it knows the outcome. */
  async verify(
    credentials: Credentials,
    client: ClientInfo,
    event: AuditEvent,
  ): Promise<VerifiedUser | RefusedCredentials> {
    return this.hasher.verify(
      credentials.password,
      () => this.findAccount(credentials),
      (account, matches) => this.judge(account, matches, credentials, client, event),
    );
  }

  private async judge(
    account: FoundAccount,
    matches: boolean,
    credentials: Credentials,
    client: ClientInfo,
    event: AuditEvent,
  ): Promise<VerifiedUser | RefusedCredentials> {
    const { organization } = account;
    const usedTemporaryPassword = !matches && this.matchesTemporary(account, credentials.password);
    const unlocks = usedTemporaryPassword && account.temporaryUnlocks;
    const reason = refusalOf(
      organization,
      unlocks ? { ...account, locked: false } : account,
      matches || usedTemporaryPassword,
      client.address,
    );

    if (organization === undefined || account.userId === null || reason !== undefined) {
      const refusal = reason ?? 'unknown_user';
      await this.recordRefusal(account, refusal, matches || usedTemporaryPassword, client, event);
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
    return {
      kind: 'verified',
      scope: organizationScope(organization, account.userId),
      userId: account.userId,
      email: account.email,
      userType: account.userType,
      organization,
      needsCode: account.twoFactorEnabled || organization.twoFactorRequired,
      mustChangePassword: account.passwordGenerated || usedTemporaryPassword,
      usedTemporaryPassword,
      unlocks,
    };
  }

  private async findAccount({ organizationCode, userName }: Credentials): Promise<FoundAccount> {
    const organization = await findOrganization(this.database.queries, organizationCode);
    return { ...(await this.readAccount(organization ?? NO_ORGANIZATION, userName)), organization };
  }

  private readAccount(organization: OrganizationForSignIn, userName: string): Promise<Account> {
    return this.database.withScope(organizationScope(organization), async (queries) => {
      const account = await queries
        .selectFrom('users as u')
        .innerJoin('user_credentials as c', 'c.user_id', 'u.id')
        .leftJoin('temporary_passwords as t', (join) =>
          join.onRef('t.user_id', '=', 'u.id').on('t.expires_at', '>', sql<Date>`now()`),
        )
        .where('u.organization_id', '=', organization.id)
        .where(sql`lower(u.user_name)`, '=', userName.trim().toLowerCase())
        .select([
          'u.id as userId',
          'u.email as email',
          'u.user_type as userType',
          'c.password_hash as passwordHash',
          'c.password_generated as passwordGenerated',
          sql<boolean>`coalesce(c.locked_until > now(), false)`.as('locked'),
          sql<number | null>`
            case when c.locked_until between now() and now() + make_interval(mins => ${LOCK_MINUTES})
              then ceil(extract(epoch from c.locked_until - now()))::int end`.as('lockEndsInSeconds'),
          sql<boolean>`u.disabled_at is not null`.as('disabled'),
          'u.two_factor_enabled as twoFactorEnabled',
          sql<string[] | null>`u.allowed_addresses::text[]`.as('allowedAddresses'),
          't.password_mac as temporaryMac',
          sql<boolean>`coalesce(t.created_at >= c.locked_until - make_interval(mins => ${LOCK_MINUTES}), false)`.as(
            'temporaryUnlocks',
          ),
        ])
        .executeTakeFirst();
      return account ?? UNKNOWN_ACCOUNT;
    });
  }

  private matchesTemporary(account: Account, password: string): boolean {
    const mac = this.keys.mac('temporary-password', canonicalPassword(password));
    return account.temporaryMac !== null && timingSafeEqual(account.temporaryMac, mac);
  }

  /** With the same statements whether organization and user exist or not, so that the time tells nothing. */
  private async recordRefusal(
    { organization, userId }: FoundAccount,
    reason: CredentialRefusal,
    passwordRight: boolean,
    client: ClientInfo,
    event: AuditEvent,
  ): Promise<void> {
    const scope = organizationScope(organization ?? NO_ORGANIZATION, userId);
    await this.database.withScope(scope, async (queries) => {
      if (!passwordRight) await countFailedAttempt(queries, this.audit, { ...scope, userId: userId ?? NOBODY }, client);
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

/** A single atomic update, so that a thousand parallel guesses count as a thousand. */
export async function countFailedAttempt(
  queries: Queries,
  audit: Audit,
  who: Scope & { readonly userId: string },
  client: ClientInfo,
): Promise<void> {
  const last = MAX_FAILED_ATTEMPTS - 1;
  const counted = await queries
    .updateTable('user_credentials')
    .set({
      failed_attempts: sql<number>`case when failed_attempts >= ${last} then 0 else failed_attempts + 1 end`,
      locked_until: sql<Date | null>`
        case when failed_attempts >= ${last} then now() + make_interval(mins => ${LOCK_MINUTES}) else locked_until end`,
    })
    .where('user_id', '=', who.userId)
    .where(sql<boolean>`coalesce(locked_until <= now(), true)`)
    .returning(sql<boolean>`coalesce(locked_until > now(), false)`.as('locked'))
    .executeTakeFirst();
  if (counted?.locked) {
    await audit.record(queries, {
      event: 'account_locked',
      outcome: 'refused',
      reason: 'too_many_failures',
      organizationId: who.organizationId,
      userId: who.userId,
      client,
    });
  }
}
