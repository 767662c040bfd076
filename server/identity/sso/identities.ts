/** Maps a provider's subject to a user, by organization, issuer and subject together. */
import { sql } from 'kysely';
import type { UserType } from '../../../contract/base/organizations';
import type { Queries } from '../../database';
import { waitingEmail } from '../emailChanges/emailChanges';
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
 * The account that is linked, or, when the provider's settings allow it, the one that may be linked on first sign-in
 * (`linkAccount`), which is then locked.
 */
export async function findAccount(
  queries: Queries,
  query: IdentityQuery,
): Promise<{ account: SsoAccount; isLinked: boolean } | undefined> {
  const { organizationId, provider, person } = query;
  const linked = await queries
    .selectFrom('user_identities')
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', provider.issuer)
    .where('subject', '=', person.subject)
    .select('user_id')
    .executeTakeFirst();
  const userId = linked?.user_id ?? (await linkableByEmail(queries, query));
  if (userId === undefined) return undefined;
  const account = await accountOf(queries, organizationId, userId);
  return account && { account, isLinked: linked !== undefined };
}

function accountOf(queries: Queries, organizationId: string, userId: string): Promise<SsoAccount | undefined> {
  return queries
    .selectFrom('users as u')
    .innerJoin('user_credentials as c', 'c.user_id', 'u.id')
    .where('u.organization_id', '=', organizationId)
    .where('u.id', '=', userId)
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
 * Only an account that cannot have been used yet: without a password, a temporary password that was used, or an
 * identity; and the only one with this address, which waits for no confirmation.
 */
async function linkableByEmail(
  queries: Queries,
  { organizationId, provider, person }: IdentityQuery,
): Promise<string | undefined> {
  if (!provider.linkByEmail || person.verifiedEmail === undefined) return undefined;
  const [only, another] = await queries
    .selectFrom('users')
    .where('organization_id', '=', organizationId)
    .where(sql`lower(email)`, '=', person.verifiedEmail.toLowerCase())
    .select('id')
    .limit(2)
    .execute();
  if (only === undefined || another !== undefined) return undefined;
  // Lock before checking: of two subjects with the same address only one is linked.
  await lockUser(queries, only.id);
  if ((await waitingEmail(queries, only.id)) !== undefined) return undefined;
  return (await isUnused(queries, only.id)) ? only.id : undefined;
}

/**
 * Ends an invitation, so that the provider is the only way in. Returns false if another sign-in has linked this subject
 * in the meantime.
 */
export async function linkAccount(
  queries: Queries,
  { organizationId, provider: { issuer }, person: { subject } }: IdentityQuery,
  userId: string,
): Promise<boolean> {
  const made = await queries
    .insertInto('user_identities')
    .values({ organization_id: organizationId, issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (made === undefined) return false;
  await queries.deleteFrom('temporary_passwords').where('user_id', '=', userId).execute();
  return true;
}

async function isUnused(queries: Queries, userId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('users as u')
    .innerJoin('user_credentials as c', 'c.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where('u.disabled_at', 'is', null)
    .where('c.password_hash', 'is', null)
    .where('c.password_changed_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from temporary_passwords t where t.user_id = u.id and t.first_used_at is not null)`,
    )
    .where(sql<boolean>`not exists (select from user_identities i where i.user_id = u.id)`)
    .select('u.id')
    .executeTakeFirst();
  return found !== undefined;
}
