/**
 * Permissions, read on every call, so that a removed one takes effect with the next; and the rules that keep an
 * organization administrable: the last holder of what administration needs cannot be removed, nor can people remove
 * their own right.
 */
import { sql } from 'kysely';
import type { OrganizationType, UserType } from '../../contract/base/organizations';
import { isGrantable, type Permission } from '../../contract/base/permissions';
import { permissionName } from '../../contract/identity/permissionGroups';
import { ApiError } from '../base/errors';
import { alphabeticalOrder, type Queries, type Scope } from '../database';
import type { CurrentSession } from '../platform/session';

/** `queries` are scoped to the caller. */
export async function permissionsOf(queries: Queries, userId: string): Promise<Permission[]> {
  const rows = await queries
    .selectFrom('user_roles as ur')
    .innerJoin('role_permissions as rp', 'rp.role_id', 'ur.role_id')
    .where('ur.user_id', '=', userId)
    .select('rp.permission')
    .distinct()
    .orderBy('rp.permission')
    .execute();
  return rows.map((row) => row.permission);
}

export interface RoleRow {
  readonly id: string;
  readonly name: string;
  readonly codes: readonly Permission[];
}

/** All roles with their permissions, by name. */
export async function rolesOf(queries: Queries, organizationId: string): Promise<RoleRow[]> {
  return queries
    .selectFrom('roles as r')
    .where('r.organization_id', '=', organizationId)
    .orderBy(alphabeticalOrder('r.name'))
    .select([
      'r.id',
      'r.name',
      sql<Permission[]>`array(select rp.permission from role_permissions rp where rp.role_id = r.id)`.as('codes'),
    ])
    .execute();
}

/** Throws `server.unauthorized` if the user has none of them. */
export async function requirePermission(queries: Queries, userId: string, anyOf: readonly Permission[]): Promise<void> {
  const held = await permissionsOf(queries, userId);
  if (!anyOf.some((permission) => held.includes(permission))) throw new ApiError('server.unauthorized');
}

/**
 * Suppliers manage only their users: roles and broadcasts are closed to them whatever permissions they have. Throws
 * ApiError (`server.unauthorized`).
 */
export async function requireAdministration(
  queries: Queries,
  { userId, organizationType }: { readonly userId: string; readonly organizationType: OrganizationType },
  permission: Permission,
): Promise<void> {
  if (organizationType === 'AGENCY') throw new ApiError('server.unauthorized');
  await requirePermission(queries, userId, [permission]);
}

const NEEDED: readonly [Permission, ...Permission[]] = [
  'ROLE_EDIT',
  'USER_EDIT',
  'MENU_ADMIN',
  'SSO_EDIT',
  'AUDIT_VIEW',
];

/**
 * What administration needs; the first makes someone an administrator. Without a holder no one in the organization
 * could grant it again. A supplier has no roles to edit, only users.
 */
const ADMINISTRATION: Readonly<Record<OrganizationType, readonly [Permission, ...Permission[]]>> = {
  OWNER: [...NEEDED, 'ORGANIZATION_EDIT'],
  VMS: [...NEEDED, 'VMS_AGENCY_USER_EDIT'],
  CLIENT: NEEDED,
  AGENCY: ['VMS_AGENCY_USER_EDIT'],
};

/** Checks both rules around `change`, in its transaction; throwing rolls the change back. */
export async function preservingAdministrators<T>(
  queries: Queries,
  scope: Scope,
  actorId: string,
  change: () => Promise<T>,
): Promise<T> {
  // Serialize changes, so that two administrators cannot remove each other.
  await queries
    .selectFrom('organizations')
    .where('id', '=', scope.organizationId)
    .select('id')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = await holdersOf(queries, scope);
  const result = await change();
  const after = await holdersOf(queries, scope);
  const [right, ...others] = ADMINISTRATION[scope.organizationType];
  if (before.get(right)?.has(actorId) && !after.get(right)?.has(actorId)) {
    throw new ApiError('request.invalid', {
      sentence: 'You cannot remove your own administrator permission. Please ask another administrator to do it.',
    });
  }
  const isLost = (code: Permission): boolean => before.has(code) && !after.has(code);
  if (isLost(right)) {
    throw new ApiError('request.invalid', {
      sentence:
        'This would leave the organization without an administrator. Please make another user an administrator first.',
    });
  }
  const lost = others.find(isLost);
  if (lost !== undefined) {
    throw new ApiError('request.invalid', {
      sentence: `This would leave no one in the organization with the permission “${permissionName(lost)}” (${lost}), and no one could grant it again. Please give it to another user first.`,
    });
  }
  return result;
}

/** The active holders of what administration needs; a permission without one is not in it. */
async function holdersOf(
  queries: Queries,
  { organizationId, organizationType }: Scope,
): Promise<ReadonlyMap<Permission, ReadonlySet<string>>> {
  const rows = await queries
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('role_permissions as rp', 'rp.role_id', 'ur.role_id')
    .where('u.organization_id', '=', organizationId)
    .where('u.disabled_at', 'is', null)
    .where('rp.permission', 'in', ADMINISTRATION[organizationType])
    .select(['rp.permission', 'u.id'])
    .execute();
  const holders = new Map<Permission, Set<string>>();
  for (const { permission, id } of rows) holders.set(permission, (holders.get(permission) ?? new Set()).add(id));
  return holders;
}

/** Throws `request.invalid` when someone grants a permission that they do not hold and that gives something. */
export function requireGrantable(held: readonly Permission[], wanted: readonly Permission[]): void {
  const missing = missingText(held, wanted);
  if (missing === null) return;
  throw new ApiError('request.invalid', {
    sentence: `You cannot grant permissions that you do not have (${missing}). Please ask someone who has them.`,
  });
}

/** The first three that are wanted and not grantable, such as 'MENU_JOB, MENU_USER'; null if all are. */
export function missingText(held: readonly Permission[], wanted: readonly Permission[]): string | null {
  const missing = wanted.filter((code) => !isGrantable(code, held));
  return missing.length === 0 ? null : `${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}`;
}

/** Owners have rights that no permission gives, such as confirming addresses; all other types are equal. */
export const isAbove = (userType: UserType, by: Pick<CurrentSession, 'userType'>): boolean =>
  userType === 'OWNER' && by.userType !== 'OWNER';

/** Throws ApiError (`request.invalid`) if a user of these types has more rights than the caller. */
export function requireTypesNotAbove(userTypes: readonly UserType[], by: Pick<CurrentSession, 'userType'>): void {
  if (userTypes.some((userType) => isAbove(userType, by))) {
    throw new ApiError('request.invalid', { sentence: 'Only owners can change an owner. Please ask one of them.' });
  }
}
