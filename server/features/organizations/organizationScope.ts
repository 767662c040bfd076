/** The organization that a platform owner changes: its scope, and the refusal of a change to an older version. */
import { ApiError } from '../../base/errors';
import { enterScope, type Queries, type Scope } from '../../database';
import type { ClientInfo } from '../../platform/audit';
import { sessionScope, type CurrentSession } from '../../platform/session';

export interface Actor {
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

/** The organization's scope, with the caller as the acting user. Throws ApiError (`not.found`). */
export async function scopeOfOrganization(
  queries: Queries,
  organizationId: string,
  session: CurrentSession,
): Promise<Scope> {
  const found = await queries
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select(['type', 'tenant_id'])
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('not.found');
  const { type: organizationType, tenant_id: tenantId } = found;
  return { ...sessionScope(session), organizationId, organizationType, tenantId };
}

/** The refusal, which names who changed it, if the caller may know them. */
export async function conflictError(
  queries: Queries,
  updatedBy: string | null,
  session: CurrentSession,
): Promise<ApiError> {
  await enterScope(queries, sessionScope(session));
  const found = await queries
    .selectFrom('users')
    .where('id', '=', updatedBy)
    .select(['first_name', 'last_name', 'user_name'])
    .executeTakeFirst();
  const who = found ? `${found.first_name} ${found.last_name} (${found.user_name})` : 'another user';
  return new ApiError('conflict', {
    sentence: `This was not saved, because it was changed by ${who} since you opened it. What you have typed is still here.`,
  });
}
