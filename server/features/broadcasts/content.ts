/** Broadcasts as notifications. */
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import type { DisplayFrequency } from '../../../contract/notifications/notification';
import { NO_SUBJECT, subCategory, type NotificationContent } from '../notifications/content';

export interface SentBroadcast {
  readonly id: string;
  readonly tenant_id: string;
  readonly subject: string;
  readonly template: string;
  readonly display_frequency: DisplayFrequency;
  readonly sticky: boolean;
  readonly release_notes: boolean;
  readonly force_logout: boolean;
  readonly documentName: string | null;
  /** The name of the sending organization. */
  readonly sender: string;
}

/** The notification that carries a broadcast. */
export const broadcastContent = (broadcast: SentBroadcast): NotificationContent => ({
  ...subCategory(broadcast.release_notes ? 'RELEASE_NOTES' : 'BROADCAST'),
  ...NO_SUBJECT,
  subject: broadcast.subject,
  template: broadcast.template,
  entityId: broadcast.id,
  tenantId: broadcast.tenant_id,
  sender: broadcast.sender,
  stickyNotification: broadcast.sticky,
  releaseNotes: broadcast.release_notes,
  displayFrequency: broadcast.display_frequency,
  forceLogout: broadcast.force_logout,
  messageTags: [],
  documentName: broadcast.documentName ?? NO_DOCUMENT,
});
