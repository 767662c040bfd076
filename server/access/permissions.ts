/** What a person may do, read when it is asked for: a right that is taken away is gone with the next call. */
import type { OrganizationType, Permission } from '../../contract';
import type { Queries } from '../database';
import { ApiError } from '../http/errors';

/** `queries` are scoped to the person asking. */
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

/** Throws `server.unauthorized` where the person has none of them. */
export async function requirePermission(queries: Queries, userId: string, anyOf: readonly Permission[]): Promise<void> {
  const held = await permissionsOf(queries, userId);
  if (!anyOf.some((permission) => held.includes(permission))) throw new ApiError('server.unauthorized');
}

/** Suppliers look after their people only: roles and broadcasts are for those they work for, whatever they hold. */
export async function requireAdministration(
  queries: Queries,
  { userId, organizationType }: { readonly userId: string; readonly organizationType: OrganizationType },
  permission: Permission,
): Promise<void> {
  if (organizationType === 'AGENCY') throw new ApiError('server.unauthorized');
  await requirePermission(queries, userId, [permission]);
}
