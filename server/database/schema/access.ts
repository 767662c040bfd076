/** Row types of the access tables: who may come in, who is in, and what was said about it. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  AgencyUserType,
  NotificationConfig,
  OrganizationTheme,
  OrganizationType,
  Permission,
  SessionEndReason,
  UserType,
} from '../../../contract';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type CreatedAt = ColumnType<Date, Date | string | undefined, never>;

export interface OrganizationsTable {
  id: Generated<string>;
  /** Upper case; what people type as 'Organization Code'. */
  code: string;
  name: string;
  type: OrganizationType;
  /** The managing organisation whose programme this is; its own id for a managing organisation. */
  tenant_id: string;
  /** Whether sign-in may tell an unknown user, a locked account and a refused address apart. */
  disclose_account_state: Generated<boolean>;
  /** Every user of the organisation needs a code by mail. */
  two_factor_required: Generated<boolean>;
  /** CIDR blocks people may sign in from; null for anywhere. */
  allowed_addresses: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** Null for the server's own policy. */
  password_min_length: ColumnType<number | null, number | null | undefined, number | null>;
  timesheet_v2_enabled: Generated<boolean>;
  prn_organization: Generated<boolean>;
  agency_branded_leu: Generated<boolean>;
  agency_branded_menu_label: Generated<string>;
  configure_mobile_app: Generated<boolean>;
  footer_email: Generated<string>;
  footer_phone: Generated<string>;
  /** The colours its people see. */
  theme: Generated<OrganizationTheme>;
  /** Which rows of the notification preferences its people have beyond the usual. */
  notification_configs: ColumnType<NotificationConfig[], NotificationConfig[] | undefined, NotificationConfig[]>;
  created_at: CreatedAt;
}

export interface UsersTable {
  id: Generated<string>;
  organization_id: string;
  /** Unique within the organisation, whatever the case. */
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
  /** Works with single shifts (PRN), whatever the organisation does. */
  prn_associate: Generated<boolean>;
  disabled_at: NullableTimestamp;
  version: Generated<number>;
  /** Of the call that added them, so that it adds them once. */
  request_id: ColumnType<string | null, string | null | undefined, never>;
  created_at: CreatedAt;
}

/** Apart from `users`, so that no ordinary query can read a hash by accident. */
export interface UserCredentialsTable {
  user_id: string;
  organization_id: string;
  /** argon2id in PHC form; null where no password opens the account (single sign-on, or a used temporary one). */
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  /** The password was made by the system: a session opened with it can only change it. */
  password_generated: Generated<boolean>;
  password_changed_at: NullableTimestamp;
  failed_attempts: Generated<number>;
  /** `infinity` locks until somebody unlocks it. */
  locked_until: NullableTimestamp;
  /** When codes were mailed, within the last hour. */
  code_mails: ColumnType<Date[], never, Date[]>;
  /** When temporary passwords were mailed, within the last hour. */
  reset_mails: ColumnType<Date[], never, Date[]>;
}

export interface TemporaryPasswordsTable {
  user_id: string;
  organization_id: string;
  /** HMAC under a server key: the password is random and long, a slow hash would add nothing. */
  password_mac: Buffer;
  created_at: CreatedAt;
  expires_at: Timestamp;
  first_used_at: NullableTimestamp;
}

export interface RolesTable {
  id: Generated<string>;
  organization_id: string;
  name: string;
  /** Counts its changes: whoever names another has not seen the last. */
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

/** `pending`: the takeover question is open; `change_password`: nothing else is allowed; `live`: complete. */
export type SessionState = 'pending' | 'change_password' | 'live';

export interface SessionsTable {
  /** Also the token identifier and the `sid` of access tokens; names the session, is no secret. */
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  state: SessionState;
  /** Opened with a password that must be changed. */
  must_change_password: Generated<boolean>;
  /** "Firefox on Windows". */
  device: string;
  address: string;
  created_at: CreatedAt;
  last_used_at: Timestamp;
  /** Moves with use; the session is over at the earlier of the two. */
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
  /** Counts the refreshes of the session from 1. */
  generation: number;
  /** The value under a server key, kept for the reuse window only: a lost answer can be given again. */
  token_box: Buffer | null;
  issued_at: Timestamp;
  replaced_at: NullableTimestamp;
}

export interface TwoFactorChallengesTable {
  id: string;
  id_hash: Buffer;
  organization_id: string;
  user_id: string;
  /** The six digits under a server key, so that a resend sends the same ones. */
  code_box: Buffer;
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
  /** Subject and text under a server key (they hold codes and passwords); null once delivered to a mail server. */
  subject_box: Buffer | null;
  text_box: Buffer | null;
  created_at: CreatedAt;
  attempts: Generated<number>;
  next_attempt_at: ColumnType<Date, Date | string | undefined, Date | string>;
  sent_at: NullableTimestamp;
  given_up_at: NullableTimestamp;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface AuditEventsTable {
  id: GeneratedAlways<string>;
  at: CreatedAt;
  organization_id: string | null;
  user_id: string | null;
  session_id: string | null;
  event: string;
  outcome: 'ok' | 'refused' | 'failed';
  reason: string | null;
  address: string | null;
  device: string | null;
  /** What was changed: `before` and `after`. */
  details: ColumnType<unknown, string | null | undefined, never>;
}

export interface AccessTables {
  organizations: OrganizationsTable;
  users: UsersTable;
  user_credentials: UserCredentialsTable;
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
