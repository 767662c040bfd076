/** Row types of access: organizations, users, credentials, sessions, audit. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { SessionEndReason } from '../../../contract/base/errors';
import type {
  AgencyUserType,
  OrganizationTheme,
  OrganizationType,
  UserType,
} from '../../../contract/base/organizations';
import type { Permission } from '../../../contract/base/permissions';
import type { NotificationConfig } from '../../../contract/notifications/kinds';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type CreatedAt = ColumnType<Date, Date | string | undefined, never>;

export interface OrganizationsTable {
  id: Generated<string>;
  /** Upper case; shown as 'Organization Code'. */
  code: string;
  name: string;
  type: OrganizationType;
  /** The managing organization of the program; its own id for a managing organization. */
  tenant_id: string;
  /** Whether sign-in may distinguish an unknown user, a locked account and a refused address. */
  disclose_account_state: Generated<boolean>;
  /** Whether every user needs a second factor. */
  two_factor_required: Generated<boolean>;
  /** Whether a mailed code is enough as a second factor. Otherwise users enroll an app or a passkey first. */
  mailed_codes: Generated<boolean>;
  /** Whether a browser may skip the second factor for 30 days. */
  remember_devices: Generated<boolean>;
  /** CIDR blocks users may sign in from; null for anywhere. */
  allowed_addresses: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** Null for the server's default. */
  password_min_length: ColumnType<number | null, number | null | undefined, number | null>;
  timesheet_v2_enabled: Generated<boolean>;
  prn_organization: Generated<boolean>;
  agency_branded_leu: Generated<boolean>;
  agency_branded_menu_label: Generated<string>;
  configure_mobile_app: Generated<boolean>;
  footer_email: Generated<string>;
  footer_phone: Generated<string>;
  /** The color theme of its users. */
  theme: Generated<OrganizationTheme>;
  /** Optional notification preferences that its users have. */
  notification_configs: ColumnType<NotificationConfig[], NotificationConfig[] | undefined, NotificationConfig[]>;
  /** A session ends after this long without use; null, or more than the server allows, for the server's own limit. */
  idle_minutes: ColumnType<number | null, number | null | undefined, number | null>;
  /** The longest life of a session, with the same meaning of null. */
  session_hours: ColumnType<number | null, number | null | undefined, number | null>;
  /** From this time no one can sign in to it. */
  disabled_at: NullableTimestamp;
  version: Generated<number>;
  updated_at: NullableTimestamp;
  /** A user of the platform's organization; null until it is changed on a screen. */
  updated_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** Id of the request that added it, for idempotency. */
  request_id: ColumnType<string | null, string | null | undefined, never>;
  created_at: CreatedAt;
}

export interface OrganizationLogosTable {
  organization_id: string;
  png: Buffer;
}

/** Readable only by the owner of the database. */
export interface SetupLinksTable {
  token_hash: Buffer;
  expires_at: Timestamp;
}

export interface UsersTable {
  id: Generated<string>;
  organization_id: string;
  /** Unique within the organization, ignoring case. */
  user_name: string;
  email: string;
  first_name: string;
  last_name: string;
  user_type: UserType;
  agency_user_type: ColumnType<AgencyUserType | null, AgencyUserType | null | undefined, AgencyUserType | null>;
  two_factor_enabled: Generated<boolean>;
  allowed_addresses: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** Whether live notifications pop up. */
  show_popup: Generated<boolean>;
  /** The step of the tour at which they continue; null once it is over. */
  tour_step: ColumnType<number | null, number | null | undefined, number | null>;
  /** Their last absence; null before the first, and once what came in the meantime is dismissed. */
  away_since: NullableTimestamp;
  away_until: NullableTimestamp;
  /** The IANA zone of the browser at their last sign-in. */
  time_zone: ColumnType<string | null, string | null | undefined, string>;
  /** Works single shifts (PRN), whatever the organization does. */
  prn_associate: Generated<boolean>;
  disabled_at: NullableTimestamp;
  version: Generated<number>;
  /** Id of the request that added the user, for idempotency. */
  request_id: ColumnType<string | null, string | null | undefined, never>;
  created_at: CreatedAt;
}

/** Separate from `users`, so that no ordinary query can read a hash by accident. */
export interface UserCredentialsTable {
  user_id: string;
  organization_id: string;
  /** argon2id in PHC format; null when no password opens the account (single sign-on, or a used temporary one). */
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  /** A generated password: its session can only change it. */
  password_generated: Generated<boolean>;
  password_changed_at: NullableTimestamp;
  /** Null for users who have never signed in. */
  last_signed_in_at: NullableTimestamp;
  /**
   * Locked by an administrator, for every browser; `infinity` until it is unlocked. Guessing only delays unknown
   * browsers.
   */
  locked_until: NullableTimestamp;
  /** When codes were mailed within the last hour. */
  code_mails: ColumnType<Date[], never, Date[]>;
  /** When temporary passwords were mailed within the last hour. */
  reset_mails: ColumnType<Date[], never, Date[]>;
}

/** An address that an administrator has changed: no password is mailed to it until it is confirmed. */
export interface EmailChangesTable {
  user_id: string;
  organization_id: string;
  /** The last address that did not need confirmation. */
  previous_email: string;
  waits_until: Timestamp;
}

export interface TemporaryPasswordsTable {
  user_id: string;
  organization_id: string;
  /** HMAC with a server key: the password is long and random, so a slow hash would add nothing. */
  password_mac: Buffer;
  /** When the password was mailed, not when the first one of this user was. */
  created_at: Timestamp;
  expires_at: Timestamp;
  first_used_at: NullableTimestamp;
}

export interface RolesTable {
  id: Generated<string>;
  organization_id: string;
  name: string;
  /** Incremented with each change, for optimistic locking. */
  version: Generated<number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface RolePermissionsTable {
  role_id: string;
  organization_id: string;
  permission: Permission;
}

export interface UserRolesTable {
  user_id: string;
  role_id: string;
  organization_id: string;
}

/**
 * `pending`: the takeover question is open; `change_password`: only a password change is allowed; `enroll`: only
 * setting up an authenticator app or a passkey; `live`: complete.
 */
export type SessionState = 'pending' | 'change_password' | 'enroll' | 'live';

export interface SessionsTable {
  /** Also the token identifier and the `sid` of access tokens; not a secret. */
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  state: SessionState;
  /** Opened with a password that must be changed. */
  must_change_password: Generated<boolean>;
  /** The user needs a second factor that is not a mailed code, and has none yet. */
  must_enroll: Generated<boolean>;
  /** When the user last proved who they are, by signing in or by the password again. */
  proved_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** "Firefox on Windows". */
  device: string;
  address: string;
  created_at: CreatedAt;
  last_used_at: Timestamp;
  /** Extended by use; the session ends at the earlier of the two. */
  idle_expires_at: Timestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  end_reason: ColumnType<SessionEndReason | null, SessionEndReason | null | undefined, SessionEndReason | null>;
}

export interface RefreshTokensTable {
  /** SHA-256 of a random 256-bit value. */
  token_hash: Buffer;
  organization_id: string;
  session_id: string;
  /** Counts the refreshes of the session, from 1. */
  generation: number;
  /** The value, encrypted and kept for the reuse window only, so that a lost answer can be repeated. */
  encrypted_token: Buffer | null;
  /** Keyed by the SERVER_SECRET it was issued under; null if a node of a version before 0118 issued it. */
  secret_check: Buffer | null;
  issued_at: Timestamp;
  replaced_at: NullableTimestamp;
}

export interface TwoFactorChallengesTable {
  id: string;
  id_hash: Buffer;
  organization_id: string;
  user_id: string;
  /** The digest of the secret of the browser that requested the code. */
  browser_hash: Buffer;
  /** The six digits, encrypted, so that a resend sends the same code. */
  encrypted_code: Buffer;
  tries: Generated<number>;
  sent_at: Timestamp;
  expires_at: Timestamp;
  /** Used, exhausted or replaced. */
  closed_at: NullableTimestamp;
  created_at: CreatedAt;
}

export interface WebsocketTicketsTable {
  ticket_hash: Buffer;
  organization_id: string;
  session_id: string;
  expires_at: Timestamp;
}

export interface MailOutboxTable {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  recipient: string;
  /** Subject and text, encrypted because they hold codes and passwords; null once delivered. */
  encrypted_subject: Buffer | null;
  encrypted_text: Buffer | null;
  /** Null for mail that is plain text only. */
  encrypted_html: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  created_at: CreatedAt;
  attempts: Generated<number>;
  next_attempt_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** It is not sent later; null for mail that is always of use. */
  useful_until: NullableTimestamp;
  /** It waits for the end of quiet hours, and is given up if the account is deactivated. */
  is_notification: Generated<boolean>;
  /** The broadcast that it is a reminder of. */
  broadcast_id: ColumnType<string | null, string | null | undefined, string | null>;
  sent_at: NullableTimestamp;
  given_up_at: NullableTimestamp;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface AuditEventsTable {
  id: GeneratedAlways<string>;
  at: CreatedAt;
  organization_id: string | null;
  /** The managing organization, if its user acted at a supplier. Set by a trigger. */
  acting_organization_id: GeneratedAlways<string | null>;
  /** Whose auditors see the event: the acting organization's if it is another, else the organization's. */
  audited_by: GeneratedAlways<string | null>;
  user_id: string | null;
  session_id: string | null;
  event: string;
  outcome: 'ok' | 'refused' | 'failed';
  reason: string | null;
  address: string | null;
  device: string | null;
  /** `before` and `after` of the change. */
  details: ColumnType<unknown, string | null | undefined, never>;
}

export interface AccessTables {
  organizations: OrganizationsTable;
  organization_logos: OrganizationLogosTable;
  setup_links: SetupLinksTable;
  users: UsersTable;
  user_credentials: UserCredentialsTable;
  email_changes: EmailChangesTable;
  temporary_passwords: TemporaryPasswordsTable;
  roles: RolesTable;
  role_permissions: RolePermissionsTable;
  user_roles: UserRolesTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  two_factor_challenges: TwoFactorChallengesTable;
  websocket_tickets: WebsocketTicketsTable;
  mail_outbox: MailOutboxTable;
  audit_events: AuditEventsTable;
}
