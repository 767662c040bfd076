/** The roles of the caller's organization. */
import { sql } from 'kysely';
import type { UserType } from '../../../contract/base/organizations';
import { isGrantable, type Permission } from '../../../contract/base/permissions';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { PERMISSION_GROUPS, permissionName } from '../../../contract/identity/permissionGroups';
import { ApiError } from '../../base/errors';
import { alphabeticalOrder, type Queries } from '../../database';
import {
  permissionsOf,
  preservingAdministrators,
  requireGrantable,
  requireTypesNotAbove,
} from '../../identity/permissions';
import { sessionScope, type CurrentSession } from '../../platform/session';
import type { ClientInfo, Audit } from '../../platform/audit';
import { isLastChangeBy } from '../audit/lastChange';
import { notifyPermissionChange } from './roleUpdates';
import type { Notifier } from '../notifications/notifier';

export interface RoleServices {
  readonly notifier: Notifier;
  readonly audit: Audit;
}

/**
 * A repeated request adds one role. Throws ApiError: `conflict` for a name in use, `request.invalid` for permissions
 * that the caller lacks.
 */
export async function createRole(
  { audit }: RoleServices,
  queries: Queries,
  body: BodyOf<'createRole'>,
  { organizationId: organization_id, userId, sessionId }: CurrentSession,
  client: ClientInfo,
): Promise<ResponseOf<'createRole'>> {
  const name = body.name.replace(/\s+/g, ' ').trim();
  const permissions = [...new Set(body.permissions)].sort();
  requireGrantable(await permissionsOf(queries, userId), permissions);
  const made = await queries
    .insertInto('roles')
    .values({ organization_id, name })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst();
  if (made === undefined) {
    const before = await madeBefore(queries, { organizationId: organization_id, name, permissions, userId });
    if (before !== undefined) return before;
    throw new ApiError('conflict', { sentence: `There is already a role named ${name}. Please choose another name.` });
  }
  if (permissions.length > 0) {
    await queries
      .insertInto('role_permissions')
      .values(permissions.map((permission) => ({ role_id: made.id, organization_id, permission })))
      .execute();
  }
  await audit.record(queries, {
    event: 'role_created',
    outcome: 'ok',
    organizationId: organization_id,
    userId,
    sessionId,
    details: { after: { roleId: made.id, name, permissions } },
    client,
  });
  return { roleId: made.id, version: made.version };
}

/** The role that the caller has just added: its answer was lost, and they add it again. */
async function madeBefore(
  queries: Queries,
  wanted: {
    readonly organizationId: string;
    readonly name: string;
    readonly permissions: readonly Permission[];
    readonly userId: string;
  },
): Promise<ResponseOf<'createRole'> | undefined> {
  const { id, version } = await queries
    .selectFrom('roles')
    .where('organization_id', '=', wanted.organizationId)
    .where('name', '=', wanted.name)
    .select(['id', 'version'])
    .executeTakeFirstOrThrow();
  const isSame = version === 1 && (await codesOf(queries, id)).sort().join() === wanted.permissions.join();
  const isOwn = isSame && (await isLastChangeOfRoleBy(queries, wanted.userId, wanted.organizationId, id));
  return isOwn ? { roleId: id, version } : undefined;
}

const isLastChangeOfRoleBy = (queries: Queries, userId: string, organizationId: string, id: string) =>
  isLastChangeBy(queries, userId, { organizationId, events: ['role_created', 'role_updated'], key: 'roleId', id });

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

/** The members with what really changes for them: what they may also do by another role does not. */
async function changesFor(
  queries: Queries,
  roleId: string,
  changed: readonly Permission[],
): Promise<{ readonly codes: readonly Permission[]; readonly userIds: readonly string[] }[]> {
  const { rows } = await sql<{ codes: Permission[]; userIds: string[] }>`
    select codes, array_agg(id) as "userIds"
    from ${membersOf(queries, roleId)
      .select([
        'u.id',
        sql<Permission[]>`array(
          select changed.permission from unnest(${[...changed]}::text[]) as changed (permission)
          where not exists (
            select from user_roles other join role_permissions p on p.role_id = other.role_id
            where other.user_id = u.id and other.role_id <> ${roleId} and p.permission = changed.permission)
          order by changed.permission)`.as('codes'),
      ])
      .as('affected')}
    where cardinality(codes) > 0
    group by codes`.execute(queries);
  return rows;
}

const subjectOf = (roleName: string): string => `The role ${roleName} has changed`;

/** How many members were notified of the last change of their role. */
async function notifiedOf(
  queries: Queries,
  role: { readonly organizationId: string; readonly name: string; readonly changedAt: Date },
): Promise<number> {
  const { notified } = await queries
    .selectFrom('role_update_recipients as r')
    .innerJoin('role_updates as u', 'u.id', 'r.role_update_id')
    .where('u.organization_id', '=', role.organizationId)
    .where('u.subject', '=', subjectOf(role.name))
    .where('u.created_at', '>=', role.changedAt)
    .select(sql<number>`count(*)::integer`.as('notified'))
    .executeTakeFirstOrThrow();
  return notified;
}

/** The types of all members, also of those who are deactivated: they can be reactivated. */
async function memberTypesOf(queries: Queries, roleId: string): Promise<UserType[]> {
  const rows = await queries
    .selectFrom('user_roles as ur')
    .innerJoin('users as u', 'u.id', 'ur.user_id')
    .where('ur.role_id', '=', roleId)
    .select('u.user_type as userType')
    .distinct()
    .execute();
  return rows.map(({ userType }) => userType);
}

/** A role of the caller's organization with its members. Throws ApiError (`not.found`). */
export async function readRole(
  queries: Queries,
  roleId: string,
  { userId, organizationId }: CurrentSession,
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
    .orderBy(alphabeticalOrder('u.last_name', 'u.first_name'))
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
        grantable: isGrantable(code, held),
      })),
    })),
    members,
  };
}

export interface RoleChange {
  readonly roleId: string;
  readonly permissions: readonly Permission[];
  /** The new one. */
  readonly version: number;
}

/**
 * All or nothing. Saving unchanged permissions, or the same again, changes nothing and sends no notification. Throws
 * ApiError: `not.found`, `conflict` for an old version, `request.invalid` for permissions that the caller lacks, or for
 * the role of an owner if the caller is none.
 */
export async function updateRole(
  { notifier, audit }: RoleServices,
  queries: Queries,
  { roleId, permissions, version }: RoleChange,
  session: CurrentSession,
  client: ClientInfo,
): Promise<ResponseOf<'updateRole'>> {
  const { organizationId, userId } = session;
  const role = await queries
    .selectFrom('roles')
    .where('id', '=', roleId)
    .where('organization_id', '=', organizationId)
    .select(['name', 'version', 'updated_at as changedAt'])
    .forUpdate()
    .executeTakeFirst();
  if (role === undefined) throw new ApiError('not.found');
  const [before, wanted] = [await codesOf(queries, roleId), [...new Set(permissions)].sort()];
  const added = wanted.filter((code) => !before.includes(code));
  const removed = before.filter((code) => !wanted.includes(code));
  const isSame = added.length + removed.length === 0;
  if (role.version !== version) {
    const isNext = isSame && role.version === version + 1;
    if (!isNext || !(await isLastChangeOfRoleBy(queries, userId, organizationId, roleId)))
      throw new ApiError('conflict');
    return { version: role.version, notified: await notifiedOf(queries, { ...role, organizationId }) };
  }
  if (isSame) return { version, notified: 0 };
  requireTypesNotAbove(await memberTypesOf(queries, roleId), session);
  requireGrantable(await permissionsOf(queries, userId), added);

  await preservingAdministrators(queries, sessionScope(session), userId, async () => {
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
  let notified = 0;
  for (const { codes, userIds } of await changesFor(queries, roleId, [...added, ...removed])) {
    notified += await notifyPermissionChange(notifier, queries, {
      organizationId,
      roleName: role.name,
      subject: subjectOf(role.name),
      added: added.filter((code) => codes.includes(code)),
      removed: removed.filter((code) => codes.includes(code)),
      changedBy: userId,
      userIds,
    });
  }
  await audit.record(queries, {
    event: 'role_updated',
    outcome: 'ok',
    organizationId,
    userId,
    sessionId: session.sessionId,
    details: {
      before: { roleId, name: role.name, permissions: before },
      after: { roleId, name: role.name, permissions: wanted },
    },
    client,
  });
  return { version: version + 1, notified };
}
