/** Users as administrators see them. `queries` are in the scope of the users' organization. */
import type { UserType } from '../../../contract/base/organizations';
import type { ResponseOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import { waitingEmail } from '../../identity/emailChanges/emailChanges';
import { missingText, permissionsOf, requireTypesNotAbove, rolesOf } from '../../identity/permissions';
import type { CurrentSession } from '../../platform/session';
import type { ManagedOrganization } from './managedOrganization';

/** The roles with whether the user has them (`had`) and the caller may grant them. */
export async function readRoleChoices(
  queries: Queries,
  { scope, held }: ManagedOrganization,
  had: readonly string[] = [],
): Promise<ResponseOf<'roleChoices'>> {
  const roles = await rolesOf(queries, scope.organizationId);
  return roles.map((role) => ({
    roleId: role.id,
    name: role.name,
    held: had.includes(role.id),
    grantable: missingText(held, role.codes) === null,
  }));
}

/** Locks the row until the transaction ends. Throws ApiError (`not.found`). */
export async function lockAccount(queries: Queries, userId: string, { scope }: Pick<ManagedOrganization, 'scope'>) {
  const user = await queries
    .selectFrom('users')
    .where('id', '=', userId)
    .where('organization_id', '=', scope.organizationId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new ApiError('not.found');
  return user;
}

/** Throws ApiError (`request.invalid`) for a user with more rights than the caller: by their type or permissions. */
export async function requireNotAbove(
  queries: Queries,
  user: { readonly id: string; readonly user_type: UserType },
  { held }: Pick<ManagedOrganization, 'held'>,
  by: Pick<CurrentSession, 'userType'>,
): Promise<void> {
  requireTypesNotAbove([user.user_type], by);
  const missing = missingText(held, await permissionsOf(queries, user.id));
  if (missing === null) return;
  throw new ApiError('request.invalid', {
    sentence: `This person has permissions that you do not have (${missing}), so you cannot change their account. Please ask someone who has them.`,
  });
}

/** The user's roles. */
export async function roleIdsOf(queries: Queries, userId: string): Promise<string[]> {
  const rows = await queries.selectFrom('user_roles').where('user_id', '=', userId).select('role_id').execute();
  return rows.map(({ role_id }) => role_id).sort();
}

/** A user with version and roles, locked until the transaction ends. Throws ApiError (`not.found`). */
export async function readAccount(
  queries: Queries,
  userId: string,
  managed: ManagedOrganization,
): Promise<ResponseOf<'userAccount'>> {
  const user = await lockAccount(queries, userId, managed);
  const waiting = await waitingEmail(queries, userId);
  return {
    userId: user.id,
    organizationId: user.organization_id,
    userName: user.user_name,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    userType: user.user_type,
    agencyUserType: user.agency_user_type,
    twoFactorEnabled: user.two_factor_enabled,
    disabled: user.disabled_at !== null,
    ...(waiting !== undefined && {
      emailWaits: { previous: waiting.previous, until: waiting.until.toISOString() },
    }),
    version: user.version,
    roles: await readRoleChoices(queries, managed, await roleIdsOf(queries, userId)),
    identities: await identitiesOf(queries, userId),
  };
}

/** The identities by which single sign-on knows the user, newest first. */
async function identitiesOf(queries: Queries, userId: string) {
  const rows = await queries
    .selectFrom('user_identities')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(['id', 'issuer', 'subject', 'created_at'])
    .execute();
  return rows.map(({ id, issuer, subject, created_at }) => ({
    identityId: id,
    issuer,
    subject,
    since: created_at.toISOString(),
  }));
}
