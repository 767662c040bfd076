/** The configured identity provider of an organization. */
import { sql } from 'kysely';
import type { Database, Queries } from '../../database';
import { organizationScope, type OrganizationForSignIn } from '../sessions/lookups';

export interface SsoProvider {
  readonly id: string;
  readonly registrationId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly filterProtocolClaims: boolean;
  readonly loadUserInfo: boolean;
  readonly linkByEmail: boolean;
}

/** The organization's provider; undefined if it has none or it is disabled. */
export function findProvider(
  database: Database,
  organization: OrganizationForSignIn,
): Promise<SsoProvider | undefined> {
  return database.withScope(organizationScope(organization), (queries) =>
    queries
      .selectFrom('sso_providers')
      .where('organization_id', '=', organization.id)
      .where('disabled_at', 'is', null)
      .select([
        'id',
        'registration_id as registrationId',
        'issuer',
        'client_id as clientId',
        'scope',
        'filter_protocol_claims as filterProtocolClaims',
        'load_user_info as loadUserInfo',
        'link_by_email as linkByEmail',
      ])
      .executeTakeFirst(),
  );
}

/** For the callback page, before the user is known. */
export async function findIssuers(queries: Queries, providerIds: readonly string[]): Promise<string[]> {
  if (providerIds.length === 0) return [];
  const { rows } = await sql<{ issuer: string }>`
    select issuer from access_find_sso_issuers(${[...providerIds]}::uuid[])`.execute(queries);
  return rows.map(({ issuer }) => issuer);
}
