/** The KPI calls of each kind of organization, and of the same users with one permission less. */
import { sql } from 'kysely';
import type { Permission } from '../../../../contract/base/permissions';
import { kpiEndpoints } from '../../../../contract/dashboards/kpi.endpoints';
import { supplierRankingEndpoints } from '../../../../contract/dashboards/supplierRankings.endpoints';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { Kind, ListWorld } from '../../lists/support';

const CALLS = { ...kpiEndpoints, ...supplierRankingEndpoints };
export type KpiCall = keyof typeof CALLS;

/** Every flag of a call, true. */
export const flagsOf = (call: KpiCall): Record<string, true> =>
  Object.fromEntries(
    Object.keys(CALLS[call].body.properties)
      .filter((name) => name.startsWith('fetch'))
      .map((name) => [name, true]),
  );

export const pathOf = (call: KpiCall, widget = ''): string => CALLS[call].path.replace('{widget}', widget);

/** The answer, or a message that says what came instead. */
export async function request<C extends KpiCall>(
  world: ListWorld,
  kind: Kind,
  call: C,
  body: object = {},
  widget = '',
): Promise<ResponseOf<C>> {
  const { status, json, text } = await world.send(kind, 'POST', pathOf(call, widget), { ...flagsOf(call), ...body });
  if (status !== 200) throw new Error(`${kind} ${call} ${widget} ${JSON.stringify(body)}: ${status} ${text}`);
  return json as ResponseOf<C>;
}

/** Runs `work` while this user's roles are without the permission. */
export async function withoutPermission<T>(
  world: ListWorld,
  kind: Kind,
  permission: Permission,
  work: () => Promise<T>,
): Promise<T> {
  const { userId, organizationId } = world.scopes[kind];
  const roles = sql`select role_id from user_roles where user_id = ${userId}`;
  const { rows } = await sql<{ role_id: string }>`
    delete from role_permissions where permission = ${permission} and role_id in (${roles}) returning role_id`.execute(
    world.owner,
  );
  if (rows.length === 0) throw new Error(`${kind} does not hold ${permission}.`);
  try {
    return await work();
  } finally {
    for (const { role_id } of rows) {
      await sql`insert into role_permissions (role_id, organization_id, permission)
        values (${role_id}, ${organizationId}, ${permission})`.execute(world.owner);
    }
  }
}
