/**
 * Signs in by a passkey alone. It proves that the person has the passkey and, by its PIN or biometrics, the person's
 * identity.
 */
import { sql } from 'kysely';
import type { UserType } from '../../../contract/base/organizations';
import type { SignInRefusal } from '../../../contract/base/errors';
import { addressAllowed } from '../../base/ipAddresses';
import type { Database, Queries } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { PasskeyAnswer, Passkeys } from '../factors/passkeys';
import { readFactorStatus } from '../factors/factorStatus';
import { findOrganization, organizationScope, type OrganizationForSignIn } from '../sessions/lookups';
import type { OpenedSignIn, SessionOpening } from '../sessions/sessionOpening';
import { lockUser } from '../sessions/sessions';
import { accountName } from '../throttle/deviceCookie';

/** The account is found by its passkey, so the names are part of the answer. */
export type PasskeySignInResult =
  | (OpenedSignIn & { readonly userName: string; readonly organizationCode: string })
  | { readonly kind: 'refused'; readonly description: SignInRefusal };

export interface PasskeyCredentials extends PasskeyAnswer {
  /** Whether this browser has signed in to the account before, by `accountName`. */
  readonly isKnownAt: (account: string) => boolean;
}

const refused = (description: SignInRefusal) => ({ kind: 'refused', description }) as const;

export class PasskeySignIn {
  constructor(
    private readonly database: Database,
    private readonly passkeys: Passkeys,
    private readonly opening: SessionOpening,
    private readonly audit: Audit,
  ) {}

  /** The grant by a passkey: a session, or why it is refused. */
  async signIn({ isKnownAt, ...answer }: PasskeyCredentials, client: ClientInfo): Promise<PasskeySignInResult> {
    const found = await this.passkeys.ownerOf(this.database.queries, answer.response);
    const organization = found && (await findOrganization(this.database.queries, found.organizationCode));
    if (found === undefined || organization === undefined) {
      await this.record(this.database.queries, client, 'refused', 'unknown_passkey');
      return refused('passkey.refused');
    }
    const { userId } = found;
    const owner = { organizationId: organization.id, userId };
    return this.database.withScope(organizationScope(organization, userId), async (queries) => {
      await lockUser(queries, userId);
      const account = await readAccount(queries, userId);
      const problem =
        (await this.passkeys.refuse(queries, owner, 'sign-in', answer)) ??
        problemOf(account, organization, client.address);
      if (problem !== undefined) {
        await this.record(queries, client, 'refused', problem, owner);
        return refused(problem in DISCLOSED ? DISCLOSED[problem as keyof typeof DISCLOSED] : 'passkey.refused');
      }
      const { mustEnroll } = await readFactorStatus(queries, userId, undefined);
      // Without a password, none must be changed.
      const user = { userId, userType: account.userType, organization, mustChangePassword: false, mustEnroll };
      const isKnown = isKnownAt(accountName(account.userName, organization.code));
      const opened = await this.opening.open(queries, user, client, isKnown);
      return { ...opened, userName: account.userName, organizationCode: organization.code };
    });
  }

  private record(
    queries: Queries,
    client: ClientInfo,
    outcome: 'refused',
    reason: string,
    owner?: { readonly organizationId: string; readonly userId: string },
  ): Promise<void> {
    return this.audit.record(queries, { event: 'sign_in', outcome, reason, ...owner, client });
  }
}

/** Disclosed only to a person whose passkey was right, so it reveals nothing to others. */
const DISCLOSED = {
  account_locked: 'account_locked',
  address_refused: 'oauth.login.invalid.ipaddress',
} as const;

interface PasskeyAccount {
  readonly userName: string;
  readonly userType: UserType;
  readonly locked: boolean;
  readonly disabled: boolean;
  readonly allowedAddresses: readonly string[] | null;
}

function readAccount(queries: Queries, userId: string): Promise<PasskeyAccount> {
  return queries
    .selectFrom('users as u')
    .innerJoin('user_credentials as c', 'c.user_id', 'u.id')
    .where('u.id', '=', userId)
    .select([
      'u.user_name as userName',
      'u.user_type as userType',
      sql<boolean>`coalesce(c.locked_until > now(), false)`.as('locked'),
      sql<boolean>`u.disabled_at is not null`.as('disabled'),
      sql<string[] | null>`u.allowed_addresses::text[]`.as('allowedAddresses'),
    ])
    .executeTakeFirstOrThrow();
}

function problemOf(account: PasskeyAccount, organization: OrganizationForSignIn, address: string) {
  if (account.disabled) return 'account_disabled';
  if (account.locked) return 'account_locked';
  const allowed =
    addressAllowed(address, organization.allowedAddresses) && addressAllowed(address, account.allowedAddresses);
  return allowed ? undefined : 'address_refused';
}
