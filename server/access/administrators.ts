/** Who keeps an organisation going: nobody may take the last of them away, or their own right to be one. */
import type { OrganizationType, Permission } from '../../contract';
import type { Queries, Scope } from '../database';
import { ApiError } from '../http/errors';

/** What makes an administrator. A supplier has no roles of its own to change, but people. */
const RIGHT: Readonly<Record<OrganizationType, Permission>> = {
  OWNER: 'ROLE_EDIT',
  VMS: 'ROLE_EDIT',
  CLIENT: 'ROLE_EDIT',
  AGENCY: 'VMS_AGENCY_USER_EDIT',
};

/** Both are looked at before and after `change`, in its transaction: an exception undoes it. */
export async function keepingAdministrators<T>(
  queries: Queries,
  scope: Scope,
  actorId: string,
  change: () => Promise<T>,
): Promise<T> {
  // One after the other, so that two cannot take each other away.
  await queries
    .selectFrom('organizations')
    .where('id', '=', scope.organizationId)
    .select('id')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = await administratorsOf(queries, scope);
  const result = await change();
  const after = await administratorsOf(queries, scope);
  if (before.includes(actorId) && !after.includes(actorId)) {
    throw new ApiError('request.invalid', {
      sentence: 'You cannot take your own right to administer away. Please ask another administrator to do it.',
    });
  }
  if (before.length > 0 && after.length === 0) {
    throw new ApiError('request.invalid', {
      sentence: 'Nobody could administer this organization any more. Please make somebody else an administrator first.',
    });
  }
  return result;
}

async function administratorsOf(queries: Queries, { organizationId, organizationType }: Scope): Promise<string[]> {
  const rows = await queries
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('role_permissions as rp', 'rp.role_id', 'ur.role_id')
    .where('u.organization_id', '=', organizationId)
    .where('u.disabled_at', 'is', null)
    .where('rp.permission', '=', RIGHT[organizationType])
    .select('u.id')
    .distinct()
    .execute();
  return rows.map(({ id }) => id);
}

/** Throws where somebody would hand on what they do not have. */
export function requireHeld(held: readonly Permission[], wanted: readonly Permission[]): void {
  const missing = wanted.filter((code) => !held.includes(code));
  if (missing.length === 0) return;
  throw new ApiError('request.invalid', {
    sentence: `You cannot grant what you may not do yourself (${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}). Please ask somebody who may.`,
  });
}
