/** Broadcasts, reminders of them and their escalation as notifications. */
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import type { DisplayFrequency } from '../../../contract/notifications/notification';
import { momentText } from '../../base/dates';
import { NO_SUBJECT, subCategory, type NotificationContent } from '../notifications/content';
import { text } from '../notifications/markup';

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
  readonly accept_by: Date | null;
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
  acceptBy: broadcast.accept_by?.toISOString() ?? null,
  messageTags: [],
  documentName: broadcast.documentName ?? NO_DOCUMENT,
});

/** Opens immediately on open pages, whatever the frequency of the broadcast. */
export function reminderContent(broadcast: SentBroadcast): NotificationContent {
  const content = broadcastContent(broadcast);
  return {
    ...content,
    subject: `Reminder: ${broadcast.subject}`,
    stickyNotification: true,
    displayFrequency: 'IMMEDIATE',
  };
}

/** A broadcast whose deadline has passed without everyone's acceptance. */
export interface OverdueBroadcast {
  readonly id: string;
  readonly tenantId: string;
  readonly subject: string;
  readonly sender: string;
  readonly acceptBy: Date;
}

/** Those who have not accepted it, by name or by organization. */
interface EscalatedPeople {
  readonly people: number;
  readonly names: readonly string[];
  /** How many people are in none of the names. */
  readonly unnamed?: number;
}

/** For those who are notified that a broadcast is overdue; they need not accept it. */
export function escalationContent(
  { id, tenantId, subject, sender, acceptBy }: OverdueBroadcast,
  { people, names, unnamed = 0 }: EscalatedPeople,
): NotificationContent {
  const who = people === 1 ? 'One person has' : `${people} people have`;
  const listed = unnamed === 0 ? names.join(', ') : `${names.join(', ')} and ${unnamed} more`;
  return {
    ...subCategory('BROADCAST'),
    ...NO_SUBJECT,
    subject: `Not accepted in time: ${subject}`,
    template: text`<p>${who} not accepted “${subject}” of ${sender} by ${momentText(acceptBy)}: ${listed}.</p>`,
    entityId: id,
    tenantId,
    sender,
    stickyNotification: true,
    releaseNotes: false,
    displayFrequency: null,
    forceLogout: false,
    messageTags: [],
    documentName: NO_DOCUMENT,
  };
}
