/** The roles of the caller's organisation. */
import { sql } from 'kysely';
import type { Permission, ResponseOf } from '../../contract';
import { PERMISSION_GROUPS, permissionName } from '../../contract/permissionGroups';
import { keepingAdministrators, requireHeld } from '../access/administrators';
import type { ClientInfo } from '../access/audit';
import { sessionScope, type SessionStanding } from '../access/lookups';
import { permissionsOf } from '../access/permissions';
import type { Queries } from '../database';
import { ApiError } from '../http/errors';
import type { Services } from '../services';
import { tellRightsChange } from './tellChange';

async function codesOf(queries: Queries, roleId: string): Promise<Permission[]> {
  const rows = await queries
    .selectFrom('role_permissions')
    .where('role_id', '=', roleId)
    .orderBy('permission')
    .select('permission')
    .execute();
  return rows.map(({ permission }) => permission);
}

const membersOf = (queries: Queries, roleId: string) =>
  queries
    .selectFrom('user_roles as ur')
    .innerJoin('users as u', 'u.id', 'ur.user_id')
    .where('ur.role_id', '=', roleId)
    .where('u.disabled_at', 'is', null);

export async function readRole(
  queries: Queries,
  roleId: string,
  { userId, organizationId }: SessionStanding,
): Promise<ResponseOf<'role'>> {
  const role = await queries
    .selectFrom('roles')
    .where('id', '=', roleId)
    .where('organization_id', '=', organizationId)
    .select(['id', 'name', 'version'])
    .executeTakeFirst();
  if (role === undefined) throw new ApiError('not.found');
  const [codes, held] = [await codesOf(queries, roleId), await permissionsOf(queries, userId)];
  const members = await membersOf(queries, roleId)
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .select(['u.id as userId', sql<string>`u.last_name || ', ' || u.first_name`.as('name'), 'u.user_name as userName'])
    .execute();
  return {
    roleId: role.id,
    name: role.name,
    version: role.version,
    groups: PERMISSION_GROUPS.map(({ name, permissions }) => ({
      name,
      permissions: permissions.map((code) => ({
        code,
        name: permissionName(code),
        granted: codes.includes(code),
        grantable: held.includes(code),
      })),
    })),
    members,
  };
}

export interface RoleChange {
  readonly roleId: string;
  readonly permissions: readonly Permission[];
  readonly version: number;
}

/** All of it or nothing. Saving what is there already changes and tells nothing. */
export async function updateRole(
  { notifier, audit }: Pick<Services, 'notifier' | 'audit'>,
  queries: Queries,
  { roleId, permissions, version }: RoleChange,
  session: SessionStanding,
  client: ClientInfo,
): Promise<ResponseOf<'updateRole'>> {
  const { organizationId, userId } = session;
  const role = await queries
    .selectFrom('roles')
    .where('id', '=', roleId)
    .where('organization_id', '=', organizationId)
    .select(['name', 'version'])
    .forUpdate()
    .executeTakeFirst();
  if (role === undefined) throw new ApiError('not.found');
  if (role.version !== version) throw new ApiError('conflict');
  const [before, wanted] = [await codesOf(queries, roleId), [...new Set(permissions)].sort()];
  const added = wanted.filter((code) => !before.includes(code));
  const removed = before.filter((code) => !wanted.includes(code));
  if (added.length + removed.length === 0) return { version, told: 0 };
  requireHeld(await permissionsOf(queries, userId), added);

  await keepingAdministrators(queries, sessionScope(session), userId, async () => {
    await queries
      .deleteFrom('role_permissions')
      .where('role_id', '=', roleId)
      .where(sql<boolean>`permission = any (${removed}::text[])`)
      .execute();
    if (added.length > 0) {
      await queries
        .insertInto('role_permissions')
        .values(added.map((permission) => ({ role_id: roleId, organization_id: organizationId, permission })))
        .execute();
    }
  });
  await queries
    .updateTable('roles')
    .set({ version: version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', roleId)
    .execute();
  const members = await membersOf(queries, roleId).select('u.id').execute();
  const told = await tellRightsChange(notifier, queries, {
    organizationId,
    roleName: role.name,
    subject: `The role ${role.name} has changed`,
    added,
    removed,
    changedBy: userId,
    userIds: members.map(({ id }) => id),
  });
  await audit.record(queries, {
    event: 'role_updated',
    outcome: 'ok',
    organizationId,
    userId,
    sessionId: session.sessionId,
    details: { before: { roleId, permissions: before }, after: { roleId, permissions: wanted } },
    client,
  });
  return { version: version + 1, told };
}
