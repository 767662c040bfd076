/** Row types of notifications. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { NotificationCategory, NotificationTab } from '../../../contract/notifications/categories';
import type { SubCategoryCode } from '../../../contract/notifications/kinds';
import type { DeliveryStatus, MailMode } from '../../../contract/notifications/channels.endpoints';

type Instant = ColumnType<Date, Date | string, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

interface OfUser {
  user_id: string;
  /** The user's own. */
  organization_id: string;
}

export interface NotificationCountersTable extends OfUser {
  /** Sequence of the newest event. */
  last_sequence: number;
  last_at: Instant;
  last_read_sequence: ColumnType<number | null, number | null | undefined, number | null>;
  last_read_at: NullableInstant;
  /** Maps each tab to the last event when its reader saw it. */
  seen_up_to: ColumnType<Readonly<Record<string, number>>, string | undefined, string>;
  /** Events up to this one were deleted, except for those that are or were snoozed. */
  kept_after: Generated<number>;
}

export interface NotificationContentsTable {
  id: Generated<string>;
  tenant_id: string;
  category_code: NotificationCategory;
  sub_category_code: SubCategoryCode;
  /** The part that is the same for every recipient, as JSON. */
  content: ColumnType<unknown, string, string>;
  /** Lower case. */
  search_text: string;
  /** In the order in which they were written. */
  number: Generated<number>;
  /** The text that searches match; the database writes it. */
  words: ColumnType<string, never, never>;
  /** The outcome of the action that it requests, as JSON; null while it is open. */
  outcome: ColumnType<unknown, string | null | undefined, string | null>;
  client_id: string | null;
  agency_id: string | null;
  /** The record that the notification is about, as `kind:id`. */
  record_key: ColumnType<string | null, never, never>;
  /** The content of the same event under which all of them are on the board; null: this one. */
  shared_id: ColumnType<string | null, string | null | undefined, never>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
}

export interface NotificationEventsTable extends OfUser {
  /** Of the user, from 1 without a gap. */
  sequence: number;
  /** In milliseconds; never earlier than the previous event. */
  occurred_at: Instant;
  /** Null for an event that marks everything as read. */
  content_id: ColumnType<string | null, string | null | undefined, string | null>;
  tab: ColumnType<NotificationTab | null, NotificationTab | null | undefined, NotificationTab | null>;
  /** Its toast stays until it is dismissed or acted on. */
  is_sticky: Generated<boolean>;
  is_dismissed: Generated<boolean>;
  /** Null: the read mark and the last look at its tab decide. */
  is_read: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  unread_sequence: ColumnType<number | null, number | null | undefined, number | null>;
  is_done: Generated<boolean>;
  is_saved: Generated<boolean>;
  snoozed_until: NullableInstant;
  /** The notification came back from a snooze as a later event. */
  is_moved: Generated<boolean>;
  /** This is the later event of a snoozed notification. */
  is_returned: Generated<boolean>;
  /** What has changed, as JSON; null for a notification and a read mark. */
  change: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface NotificationPreferencesTable extends OfUser {
  id: Generated<string>;
  sub_category_code: SubCategoryCode;
  notification: boolean;
  email_notification: boolean;
  mobile_notification: boolean;
  all_notification: boolean;
  /** By the link in a mail, until the person turns on mail about it again. */
  is_mail_refused: Generated<boolean>;
}

export interface NotificationSettingsTable extends OfUser {
  mail_mode: MailMode;
  /** 'HH:MM:SS' in the time zone, as the others. */
  morning_at: string;
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: string;
}

export interface NotificationFollowsTable extends OfUser {
  /** As `kind:id`; see contract/notifications/channels.endpoints.ts. */
  subject: string;
  is_muted: boolean;
  label: string;
  created_at: ColumnType<Date, Date | string | undefined, never>;
}

export interface NotificationRulesTable extends OfUser {
  id: Generated<string>;
  /** The lowest one that matches decides. */
  position: number;
  /** Empty: all kinds. */
  kinds: SubCategoryCode[];
  facility_id: string | null;
  supplier_id: string | null;
  /** Lower case; '' for any. */
  words: string;
  toast: 'STICKY' | 'QUIET' | null;
  push: boolean | null;
  mail: MailMode | 'NONE' | null;
}

export interface PushDevicesTable extends OfUser {
  id: Generated<string>;
  session_id: string | null;
  endpoint_hash: Buffer;
  /** JSON of the browser's subscription. */
  encrypted_subscription: Buffer;
  name: string;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  gone_at: NullableInstant;
}

export interface NotificationDeliveriesTable extends OfUser {
  id: Generated<string>;
  content_id: string;
  channel: 'PUSH' | 'MAIL';
  device_id: string | null;
  mode: MailMode;
  is_held: boolean;
  status: Generated<DeliveryStatus>;
  attempts: Generated<number>;
  next_attempt_at: Instant;
  problem: string | null;
  mail_id: string | null;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  done_at: NullableInstant;
}

/** Processed requests, for idempotency. */
export interface CompanyNotificationsTable extends OfUser {
  request_id: string;
  /** Of subject and text; null if an earlier version sent it. */
  digest: Buffer | null;
  sent_at: ColumnType<Date, Date | string | undefined, never>;
}

/** Reminders already sent; each is sent once. */
export interface NotificationRemindersTable {
  tenant_id: string;
  sub_category_code: SubCategoryCode;
  subject_id: string;
  /** Distinguishes reminders of the same subject. */
  occasion: string;
  sent_at: ColumnType<Date, Date | string | undefined, never>;
}

/** Events that are published after the transaction that queued them; only written here. */
export interface NotificationQueueTable {
  id: GeneratedAlways<number>;
  tenant_id: string;
  /** Publishes it. */
  organization_id: string;
  /** Null for the system. */
  actor_id: string | null;
  /** A `DomainEvent`, as JSON. */
  event: ColumnType<unknown, string, never>;
  queued_at: ColumnType<Date, never, never>;
}

export interface NotificationTables {
  notification_counters: NotificationCountersTable;
  notification_contents: NotificationContentsTable;
  notification_events: NotificationEventsTable;
  notification_preferences: NotificationPreferencesTable;
  company_notifications: CompanyNotificationsTable;
  notification_reminders: NotificationRemindersTable;
  notification_settings: NotificationSettingsTable;
  notification_follows: NotificationFollowsTable;
  notification_rules: NotificationRulesTable;
  push_devices: PushDevicesTable;
  notification_deliveries: NotificationDeliveriesTable;
  notification_queue: NotificationQueueTable;
}
