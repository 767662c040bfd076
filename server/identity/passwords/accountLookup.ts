/** Finds the account of a sign-in attempt; there may be none. */
import { sql } from 'kysely';
import type { UserType } from '../../../contract/base/organizations';
import type { Queries } from '../../database';
import type { OrganizationForSignIn } from '../sessions/lookups';

export interface Account {
  readonly userId: string | null;
  readonly userType: UserType;
  readonly passwordHash: string | null;
  readonly passwordGenerated: boolean;
  readonly locked: boolean;
  /** Seconds until the lock ends; null if there is none, or it has no end. */
  readonly lockEndsInSeconds: number | null;
  readonly disabled: boolean;
  /** CIDR blocks from which the user may sign in, within those of the organization; null for everywhere. */
  readonly allowedAddresses: readonly string[] | null;
  readonly temporaryMac: Buffer | null;
}

export interface FoundAccount extends Account {
  readonly organization: OrganizationForSignIn | undefined;
}

/** The organization's columns are null if it does not exist; `userType` if the user does not. */
type AccountRow = Omit<OrganizationForSignIn, 'id' | 'allowedAddresses'> &
  Omit<Account, 'allowedAddresses'> & {
    readonly id: string | null;
    readonly organizationAddresses: readonly string[] | null;
    readonly userAddresses: readonly string[] | null;
  };

/**
 * One statement that returns one row whether the account exists or not, so that the time reveals nothing. Throws Error
 * without a row.
 */
export async function findAccount(
  queries: Queries,
  { organizationCode, userName }: { readonly organizationCode: string; readonly userName: string },
): Promise<FoundAccount> {
  const { rows } = await sql<AccountRow>`
    select organization_id as "id", organization_type as "type", tenant_id as "tenantId", code, name,
      disclose_account_state as "discloseAccountState", organization_addresses as "organizationAddresses",
      user_id as "userId", user_type as "userType", password_hash as "passwordHash",
      password_generated as "passwordGenerated", locked, lock_ends_in_seconds as "lockEndsInSeconds", disabled,
      user_addresses as "userAddresses", temporary_mac as "temporaryMac"
    from access_find_account(${organizationCode.trim()}, ${userName.trim()})`.execute(queries);
  const [row] = rows;
  if (row === undefined) throw new Error('access_find_account answers with one row.');
  const { id, type, tenantId, code, name, discloseAccountState, organizationAddresses, userAddresses, ...account } =
    row;
  return {
    ...account,
    allowedAddresses: userAddresses,
    organization:
      id === null
        ? undefined
        : { id, type, tenantId, code, name, discloseAccountState, allowedAddresses: organizationAddresses },
  };
}
