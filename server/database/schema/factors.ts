/** Row types of authenticator apps, passkeys, recovery codes and remembered devices. */
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type CreatedAt = ColumnType<Date, Date | string | undefined, never>;
/** 64 bits; the driver returns them as text. */
type Count = ColumnType<string, number | string | undefined, number | string>;

export interface AuthenticatorAppsTable {
  user_id: string;
  organization_id: string;
  /** Null until the first one has been confirmed. */
  encrypted_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  /** The 30 s step of the last accepted code: this code and earlier ones are refused. */
  last_step: Count;
  /** Shown as a QR code, not confirmed yet. */
  encrypted_pending: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  pending_until: NullableTimestamp;
  created_at: CreatedAt;
}

export interface PasskeysTable {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  credential_id: Buffer;
  /** A COSE key. */
  public_key: Buffer;
  /** Counts the uses, where the authenticator counts; 0 otherwise. */
  counter: ColumnType<string, number | string, number | string>;
  transports: string[];
  /** Whether its provider copies it to other devices. */
  synced: boolean;
  name: string;
  created_at: CreatedAt;
  last_used_at: NullableTimestamp;
}

export interface RecoveryCodesTable {
  user_id: string;
  /** HMAC of user and code with a server key. */
  code_mac: Buffer;
  organization_id: string;
  used_at: NullableTimestamp;
}

export interface RememberedDevicesTable {
  user_id: string;
  /** SHA-256 of the id in this browser's device cookie. */
  device_hash: Buffer;
  organization_id: string;
  created_at: CreatedAt;
  expires_at: Timestamp;
}

export interface UsedPasskeyChallengesTable {
  challenge_hash: Buffer;
  organization_id: string;
  /** From this moment the challenge is refused as too old. */
  expires_at: Timestamp;
}

export interface FactorTables {
  authenticator_apps: AuthenticatorAppsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  remembered_devices: RememberedDevicesTable;
  used_passkey_challenges: UsedPasskeyChallengesTable;
}
