/** The organization whose users the caller may manage, and its scope. */
import { sql } from 'kysely';
import type { Permission } from '../../../contract/base/permissions';
import { ApiError } from '../../base/errors';
import type { Database, Queries, Scope } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import { isProofNeeded, requireProof } from '../../identity/sessions/proof';
import { sessionScope, type CurrentSession } from '../../platform/session';

export interface ManagedOrganization {
  /** The organization's scope, with the caller as the acting user. */
  readonly scope: Scope;
  /** The caller's permissions: no one can grant more. */
  readonly held: readonly Permission[];
  /** Whether the caller has proved their identity recently; changes that could take over an account need that. */
  readonly isProven: boolean;
}

/** Throws `not.found` for unrelated organizations, `server.unauthorized` without the permission. */
export function managedOrganization(
  database: Database,
  session: CurrentSession,
  organizationId: string,
): Promise<ManagedOrganization> {
  return database.withScope(sessionScope(session), (queries) => find(queries, session, organizationId));
}

/** The organization of a user whom the caller administers. Throws ApiError. */
export function managedOrganizationOfUser(
  database: Database,
  session: CurrentSession,
  userId: string,
): Promise<ManagedOrganization> {
  return database.withScope(sessionScope(session), async (queries) => {
    const { rows } = await sql<{ id: string }>`
      select organization_id as "id" from users where id = ${userId}::uuid and organization_id = ${session.organizationId}::uuid
      union all select organization_id from supplier_users() where id = ${userId}::uuid`.execute(queries);
    if (rows[0] === undefined) throw await refusal(queries, session);
    return find(queries, session, rows[0].id);
  });
}

/**
 * The scope of a user's organization, of any organization, for an owner who confirms something about another user.
 * Throws ApiError: `server.unauthorized` for others, `request.invalid` for oneself, `proof.required`, `not.found`.
 */
export async function scopeForOwner(database: Database, session: CurrentSession, userId: string): Promise<Scope> {
  if (session.userType !== 'OWNER') throw new ApiError('server.unauthorized');
  if (userId === session.userId) {
    throw new ApiError('request.invalid', { sentence: 'Another owner must confirm this, because it is about you.' });
  }
  const { rows } = await database.withScope(sessionScope(session), async (queries) => {
    await requireProof(queries, session.sessionId);
    return sql<Omit<Scope, 'userId'>>`
      select organization_id as "organizationId", organization_type as "organizationType", tenant_id as "tenantId"
      from access_owner_find_user(${userId}::uuid)`.execute(queries);
  });
  if (rows[0] === undefined) throw new ApiError('not.found');
  return { ...rows[0], userId: session.userId };
}

async function find(queries: Queries, session: CurrentSession, organizationId: string): Promise<ManagedOrganization> {
  const held = await permissionsOf(queries, session.userId);
  const isProven = !(await isProofNeeded(queries, session.sessionId));
  if (organizationId === session.organizationId) {
    if (!held.includes(ownRight(session))) throw new ApiError('server.unauthorized');
    return { scope: sessionScope(session), held, isProven };
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
  return { scope: { ...sessionScope(session), organizationId, organizationType: 'AGENCY' }, held, isProven };
}

const ownRight = ({ organizationType }: CurrentSession): Permission =>
  organizationType === 'AGENCY' ? 'VMS_AGENCY_USER_EDIT' : 'USER_EDIT';

/** Callers who may manage no users do not learn whether this one exists. */
async function refusal(queries: Queries, session: CurrentSession): Promise<ApiError> {
  const held = await permissionsOf(queries, session.userId);
  const any = held.includes(ownRight(session)) || held.includes('VMS_AGENCY_USER_EDIT');
  return new ApiError(any ? 'not.found' : 'server.unauthorized');
}
