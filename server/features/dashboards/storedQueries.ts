/** Queries too long for an address. A person's last hundred are kept; older ones are deleted. */
import { sql } from 'kysely';
import type { BodyOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';

/** Per user; the oldest are deleted. */
export const STORED_QUERIES_MAX = 100;

/**
 * Stores a query and returns its id. Throws `conflict` if the organization has another query under that id,
 * `server.unauthorized` without a user.
 */
export async function storeQuery(
  queries: Queries,
  { userId, organizationId }: Scope,
  { id, search }: BodyOf<'storeQuery'>,
): Promise<string> {
  if (userId === null) throw new ApiError('server.unauthorized');
  const { rows } = await sql<{ search: string }>`
    insert into kept_queries as k (organization_id, id, user_id, search)
    values (${organizationId}::uuid, ${id}, ${userId}::uuid, ${search})
    on conflict (organization_id, id) do update set search = k.search
    returning search`.execute(queries);
  if (rows[0]?.search !== search) {
    throw new ApiError('conflict', {
      sentence: 'Another query is stored under this id. Please choose the filters again.',
    });
  }
  await sql`
    delete from kept_queries where user_id = ${userId}::uuid and id in (
      select id from kept_queries where user_id = ${userId}::uuid order by kept_at desc, id offset ${STORED_QUERIES_MAX})`.execute(
    queries,
  );
  return id;
}

/** Throws `not.found` for an id that the caller's organization does not have. */
export async function storedQuery(queries: Queries, { organizationId }: Scope, id: string): Promise<string> {
  const stored = await queries
    .selectFrom('kept_queries')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .select('search')
    .executeTakeFirst();
  if (stored === undefined) throw new ApiError('not.found');
  return stored.search;
}
