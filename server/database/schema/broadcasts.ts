/** Row types of broadcasts and role updates. */
import type { ColumnType, Generated } from 'kysely';
import type { BroadcastEscalation } from '../../../contract/broadcasts/broadcast';
import type { OrganizationType } from '../../../contract/base/organizations';
import type { Permission } from '../../../contract/base/permissions';
import type { DisplayFrequency } from '../../../contract/notifications/notification';

type Instant = ColumnType<Date, Date | string, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type CreatedAt = ColumnType<Date, Date | string | undefined, never>;

export type BroadcastStatus = 'SCHEDULED' | 'SENT' | 'CANCELLED';

export interface BroadcastDocumentsTable {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  /** With the extension of its type. */
  file_name: string;
  /** Detected from its bytes. */
  media_type: string;
  content: Buffer;
  created_at: CreatedAt;
}

export interface BroadcastsTable {
  id: Generated<string>;
  /** The sending organization. */
  organization_id: string;
  tenant_id: string;
  /** For idempotency. */
  request_id: string;
  created_by: string | null;
  subject: string;
  /** Sanitized HTML. */
  template: string;
  display_frequency: DisplayFrequency;
  document_id: string | null;
  sticky: boolean;
  release_notes: boolean;
  force_logout: boolean;
  /** All users of these types and of these organizations. */
  organization_types: OrganizationType[];
  organization_ids: string[];
  status: Generated<BroadcastStatus>;
  send_at: Instant;
  sent_at: NullableInstant;
  /** From this moment it need not be accepted. */
  ends_at: NullableInstant;
  /** The number of recipients. */
  recipients: Generated<number>;
  accept_by: NullableInstant;
  escalate_to: ColumnType<BroadcastEscalation[], BroadcastEscalation[] | undefined>;
  /** When a notification was sent that it is overdue. */
  escalated_at: NullableInstant;
  /** How many had not accepted then. */
  overdue_people: ColumnType<number | null, never>;
  created_at: CreatedAt;
}

export interface BroadcastRecipientsTable {
  broadcast_id: string;
  user_id: string;
  organization_id: string;
  /** The sending organization. */
  sender_id: string;
  /** When it was first shown on an open page of theirs. */
  shown_at: NullableInstant;
  reminded_at: NullableInstant;
  accepted_at: NullableInstant;
  accepted_session: string | null;
}

export interface BroadcastRemindersTable {
  id: Generated<string>;
  broadcast_id: string;
  organization_id: string;
  /** For idempotency. */
  request_id: string;
  reminded_by: string | null;
  /** How many were reminded. */
  people: number;
  created_at: Instant;
}

export interface BroadcastViewsTable {
  broadcast_id: string;
  session_id: string;
  user_id: string;
  organization_id: string;
  viewed_at: Instant;
}

export interface RoleUpdatesTable {
  id: Generated<string>;
  organization_id: string;
  role_name: string;
  subject: string;
  template: string;
  added: Permission[];
  removed: Permission[];
  changed_by: string | null;
  created_at: CreatedAt;
}

export interface RoleUpdateRecipientsTable {
  role_update_id: string;
  user_id: string;
  organization_id: string;
  read_at: NullableInstant;
}

export interface BroadcastTables {
  broadcast_documents: BroadcastDocumentsTable;
  broadcasts: BroadcastsTable;
  broadcast_recipients: BroadcastRecipientsTable;
  broadcast_reminders: BroadcastRemindersTable;
  broadcast_views: BroadcastViewsTable;
  role_updates: RoleUpdatesTable;
  role_update_recipients: RoleUpdateRecipientsTable;
}
