/** Maps a provider's subject to a user, by organization, issuer and subject together. */
import { sql } from 'kysely';
import type { UserType } from '../../../contract/base/organizations';
import type { Queries } from '../../database';
import { lockUser } from '../sessions/sessions';
import type { VerifiedIdToken } from './idToken';
import type { SsoProvider } from './providers';

export interface SsoAccount {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly userType: UserType;
  readonly locked: boolean;
  readonly disabled: boolean;
  /** CIDR blocks from which the user may sign in, within those of the organization; null for everywhere. */
  readonly allowedAddresses: readonly string[] | null;
}

interface IdentityQuery {
  readonly organizationId: string;
  readonly provider: SsoProvider;
  readonly person: VerifiedIdToken;
}

/**
 * Links a user on first sign-in when the provider's settings allow it; `linked` is true if this call linked the user.
 */
export async function findAccount(
  queries: Queries,
  query: IdentityQuery,
): Promise<{ account: SsoAccount; linked: boolean } | undefined> {
  const known = await accountOf(queries, query);
  if (known !== undefined) return { account: known, linked: false };
  if (!(await linkByEmail(queries, query))) return undefined;
  const account = await accountOf(queries, query);
  return account && { account, linked: true };
}

function accountOf(
  queries: Queries,
  { organizationId, provider, person }: IdentityQuery,
): Promise<SsoAccount | undefined> {
  return queries
    .selectFrom('user_identities as i')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'i.user_id').onRef('u.organization_id', '=', 'i.organization_id'),
    )
    .innerJoin('user_credentials as c', 'c.user_id', 'u.id')
    .where('i.organization_id', '=', organizationId)
    .where('i.issuer', '=', provider.issuer)
    .where('i.subject', '=', person.subject)
    .select([
      'u.id as userId',
      'u.user_name as userName',
      'u.email as email',
      'u.user_type as userType',
      sql<boolean>`coalesce(c.locked_until > now(), false)`.as('locked'),
      sql<boolean>`u.disabled_at is not null`.as('disabled'),
      sql<string[] | null>`u.allowed_addresses::text[]`.as('allowedAddresses'),
    ])
    .executeTakeFirst();
}

/**
 * Only an account that cannot have been used yet: without a password, temporary password or identity, and the only one
 * with this address.
 */
async function linkByEmail(queries: Queries, { organizationId, provider, person }: IdentityQuery): Promise<boolean> {
  if (!provider.linkByEmail || person.verifiedEmail === undefined) return false;
  const [only, another] = await queries
    .selectFrom('users')
    .where('organization_id', '=', organizationId)
    .where(sql`lower(email)`, '=', person.verifiedEmail.toLowerCase())
    .select('id')
    .limit(2)
    .execute();
  if (only === undefined || another !== undefined) return false;
  // Lock before checking: of two subjects with the same address only one is linked.
  await lockUser(queries, only.id);
  if (!(await isUnused(queries, only.id))) return false;
  const { issuer } = provider;
  const identity = { organization_id: organizationId, issuer, subject: person.subject, user_id: only.id };
  await queries
    .insertInto('user_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

async function isUnused(queries: Queries, userId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('users as u')
    .innerJoin('user_credentials as c', 'c.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where('u.disabled_at', 'is', null)
    .where('c.password_hash', 'is', null)
    .where(sql<boolean>`not exists (select from temporary_passwords t where t.user_id = u.id)`)
    .where(sql<boolean>`not exists (select from user_identities i where i.user_id = u.id)`)
    .select('u.id')
    .executeTakeFirst();
  return found !== undefined;
}
