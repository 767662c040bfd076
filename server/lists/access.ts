import { lists, type ListDefinition, type ListName } from '../../contract/lists';
import { requirePermission } from '../access/permissions';
import type { Queries, Scope } from '../database';
import { ApiError } from '../http/errors';

/** Throws `server.unauthorized` where there is no such list for the caller. */
export async function requireList(queries: Queries, list: ListName, scope: Scope): Promise<void> {
  const { anyOf, hiddenFrom }: ListDefinition = lists[list];
  if (scope.userId === null || hiddenFrom?.includes(scope.organizationType)) throw new ApiError('server.unauthorized');
  if (anyOf.length > 0) await requirePermission(queries, scope.userId, anyOf);
}
