/** Row types of single sign-on. */
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type CreatedAt = ColumnType<Date, Date | string | undefined, never>;

export interface SsoProvidersTable {
  id: Generated<string>;
  organization_id: string;
  /** The last part of the start address `/{ORGCODE}/auth/sso/{REGISTRATIONID}`. */
  registration_id: string;
  /** Exactly as in its tokens and metadata. */
  issuer: string;
  client_id: string;
  scope: Generated<string>;
  filter_protocol_claims: Generated<boolean>;
  load_user_info: Generated<boolean>;
  /** Whether a user without a password may be linked by a verified mail address. */
  link_by_email: Generated<boolean>;
  /** At most one provider per organization is enabled. */
  disabled_at: NullableTimestamp;
  created_at: CreatedAt;
}

export interface UserIdentitiesTable {
  id: Generated<string>;
  organization_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  created_at: CreatedAt;
}

export interface SsoUsedNoncesTable {
  /** SHA-256 of the nonce. */
  nonce_hash: Buffer;
  organization_id: string;
  /** From this moment the nonce is rejected as too old. */
  expires_at: Timestamp;
}

export interface SsoTables {
  sso_providers: SsoProvidersTable;
  user_identities: UserIdentitiesTable;
  sso_used_nonces: SsoUsedNoncesTable;
}
