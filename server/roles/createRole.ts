/** A role of the caller's organisation that nobody has yet. */
import type { BodyOf, ResponseOf } from '../../contract';
import { requireHeld } from '../access/administrators';
import type { ClientInfo } from '../access/audit';
import type { SessionStanding } from '../access/lookups';
import { permissionsOf } from '../access/permissions';
import type { Queries } from '../database';
import { ApiError } from '../http/errors';
import type { Services } from '../services';

export async function createRole(
  { audit }: Pick<Services, 'audit'>,
  queries: Queries,
  body: BodyOf<'createRole'>,
  { organizationId: organization_id, userId, sessionId }: SessionStanding,
  client: ClientInfo,
): Promise<ResponseOf<'createRole'>> {
  const name = body.name.replace(/\s+/g, ' ').trim();
  const permissions = [...new Set(body.permissions)].sort();
  requireHeld(await permissionsOf(queries, userId), permissions);
  const made = await queries
    .insertInto('roles')
    .values({ organization_id, name })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst();
  if (made === undefined) {
    throw new ApiError('conflict', { sentence: `There is a role called ${name} already. Please choose another name.` });
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
