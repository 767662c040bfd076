/** Whose people the caller may look after, and in which scope that is done. */
import { sql } from 'kysely';
import type { Permission } from '../../contract';
import { sessionScope, type SessionStanding } from '../access/lookups';
import { permissionsOf } from '../access/permissions';
import type { Database, Queries, Scope } from '../database';
import { ApiError } from '../http/errors';

export interface Place {
  /** Of the organisation whose people these are, with the caller as the one who acts. */
  readonly scope: Scope;
  /** What the caller holds: nobody hands on more. */
  readonly held: readonly Permission[];
}

/** Throws `not.found` for organisations the caller has nothing to do with, `server.unauthorized` without the right. */
export function placeOf(database: Database, session: SessionStanding, organizationId: string): Promise<Place> {
  return database.withScope(sessionScope(session), (queries) => find(queries, session, organizationId));
}

export function placeOfUser(database: Database, session: SessionStanding, userId: string): Promise<Place> {
  return database.withScope(sessionScope(session), async (queries) => {
    const { rows } = await sql<{ id: string }>`
      select organization_id as "id" from users where id = ${userId}::uuid and organization_id = ${session.organizationId}::uuid
      union all select organization_id from supplier_users() where id = ${userId}::uuid`.execute(queries);
    if (rows[0] === undefined) throw await refusal(queries, session);
    return find(queries, session, rows[0].id);
  });
}

async function find(queries: Queries, session: SessionStanding, organizationId: string): Promise<Place> {
  const held = await permissionsOf(queries, session.userId);
  if (organizationId === session.organizationId) {
    if (!held.includes(ownRight(session))) throw new ApiError('server.unauthorized');
    return { scope: sessionScope(session), held };
  }
  const supplier =
    session.organizationType === 'VMS'
      ? await queries
          .selectFrom('organizations')
          .where('id', '=', organizationId)
          .where('type', '=', 'AGENCY')
          .where('tenant_id', '=', session.tenantId)
          .select('id')
          .executeTakeFirst()
      : undefined;
  if (supplier === undefined) throw await refusal(queries, session);
  if (!held.includes('VMS_AGENCY_USER_EDIT')) throw new ApiError('server.unauthorized');
  return { scope: { ...sessionScope(session), organizationId, organizationType: 'AGENCY' }, held };
}

const ownRight = ({ organizationType }: SessionStanding): Permission =>
  organizationType === 'AGENCY' ? 'VMS_AGENCY_USER_EDIT' : 'USER_EDIT';

/** Who may look after nobody is not told either whether somebody is there. */
async function refusal(queries: Queries, session: SessionStanding): Promise<ApiError> {
  const held = await permissionsOf(queries, session.userId);
  const any = held.includes(ownRight(session)) || held.includes('VMS_AGENCY_USER_EDIT');
  return new ApiError(any ? 'not.found' : 'server.unauthorized');
}
