/** Lookups that run before the user is known, through functions owned by the database owner. */
import { sql } from 'kysely';
import type { SessionEndReason } from '../../../contract/base/errors';
import type { OrganizationType } from '../../../contract/base/organizations';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import type { CurrentSession } from '../../platform/session';

export interface OrganizationForSignIn {
  readonly id: string;
  readonly type: OrganizationType;
  readonly tenantId: string;
  readonly code: string;
  readonly name: string;
  readonly discloseAccountState: boolean;
  /** CIDR blocks from which its users may sign in; null for everywhere. */
  readonly allowedAddresses: readonly string[] | null;
}

/**
 * Used in place of an organization that does not exist, so that looking up its users takes the same time; it has no
 * users.
 */
export const NO_ORGANIZATION: OrganizationForSignIn = {
  id: '00000000-0000-0000-0000-000000000000',
  type: 'CLIENT',
  tenantId: '00000000-0000-0000-0000-000000000000',
  code: '',
  name: '',
  discloseAccountState: false,
  allowedAddresses: null,
};

/** An organization by its code, in any case and outside all scopes. */
export async function findOrganization(db: Queries, code: string): Promise<OrganizationForSignIn | undefined> {
  const { rows } = await sql<OrganizationForSignIn>`
    select organization_id as "id", organization_type as "type", tenant_id as "tenantId", code, name,
      disclose_account_state as "discloseAccountState", allowed_addresses as "allowedAddresses"
    from access_find_organization(${code.trim()})`.execute(db);
  return rows[0];
}

/** The scope of an organization, before or after its user is known. */
export function organizationScope(organization: OrganizationForSignIn, userId: string | null = null): Scope {
  return {
    organizationId: organization.id,
    organizationType: organization.type,
    tenantId: organization.tenantId,
    userId,
  };
}

/** The columns of `access_find_sessions` as a CurrentSession. */
export const SESSION = sql`
    session_id as "sessionId", organization_id as "organizationId", organization_type as "organizationType",
    tenant_id as "tenantId", user_id as "userId", user_name as "userName", user_type as "userType", state,
    must_change_password as "mustChangePassword", end_reason as "endReason", idle_seconds as "idleSeconds"`;

/** Sessions, also ended ones, by id and outside all scopes. */
export async function findSessions(db: Queries, ids: readonly string[]): Promise<CurrentSession[]> {
  const { rows } = await sql<CurrentSession>`
    select ${SESSION} from access_find_sessions(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** Those of these sessions that have ended, and why; one that does not exist has expired. */
export async function findEndedSessions(
  db: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionEndReason>> {
  const wanted = sql`${[...ids]}::uuid[]`;
  const { rows } = await sql<{ id: string; reason: SessionEndReason }>`
    select w.id, coalesce(s.end_reason, 'expired') as reason
    from unnest(${wanted}) w (id) left join access_find_sessions(${wanted}) s on s.session_id = w.id
    where s.session_id is null or s.end_reason is not null`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** The session may have ended while the call waited. Throws ApiError (`session.ended`). */
export async function requireOpen(db: Queries, sessionId: string): Promise<void> {
  const reason = (await findEndedSessions(db, [sessionId])).get(sessionId);
  if (reason !== undefined) throw new ApiError('session.ended', { reason });
}

/** The session of a caller who may read from a replica, with the position of their last write. */
export async function findReader(db: Queries, id: string): Promise<CurrentSession | undefined> {
  const { rows } = await sql<CurrentSession>`
    select ${SESSION}, access_last_write(user_id)::text as "lastWrite"
    from access_find_sessions(${[id]}::uuid[])`.execute(db);
  return rows[0];
}

/** The owner of a hashed secret, with the scope to continue in. */
interface Owner {
  readonly id: string;
  readonly scope: Scope;
}

interface OwnerRow extends Scope {
  readonly id: string;
}

const toOwner = ({ id, ...scope }: OwnerRow): Owner => ({ id, scope });

/** `id` is the session id. */
export async function findRefreshToken(db: Queries, hash: Buffer): Promise<Owner | undefined> {
  const { rows } = await sql<OwnerRow>`
    select session_id as "id", organization_id as "organizationId", organization_type as "organizationType",
      tenant_id as "tenantId", user_id as "userId"
    from access_find_refresh_token(${hash})`.execute(db);
  return rows[0] && toOwner(rows[0]);
}

/** `id` is the row of the challenge, not the public challenge id. */
export async function findChallenge(db: Queries, hash: Buffer): Promise<Owner | undefined> {
  const { rows } = await sql<OwnerRow>`
    select challenge_id as "id", organization_id as "organizationId", organization_type as "organizationType",
      tenant_id as "tenantId", user_id as "userId"
    from access_find_challenge(${hash})`.execute(db);
  return rows[0] && toOwner(rows[0]);
}
