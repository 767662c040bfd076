/** Which live notifications are broadcasts that open at once, and as what they enter the queue. */
import { NO_DOCUMENT, type Notification } from '../../contract/notifications';
import type { QueuedBroadcast } from '../../machines/broadcastQueue/broadcastQueue.machine';

/** The other frequencies wait for a sign-in: then the server lists them. */
export function asArrived(notification: Notification): QueuedBroadcast | null {
  const { subCategoryCode, displayFrequency, tenantId } = notification;
  if (subCategoryCode !== 'BROADCAST' && subCategoryCode !== 'RELEASE_NOTES') return null;
  if (displayFrequency !== 'IMMEDIATE' || !tenantId) return null;
  return {
    entityId: notification.entityId,
    tenantId,
    subject: notification.subject,
    template: notification.template,
    displayFrequency,
    documentName: notification.documentName ?? NO_DOCUMENT,
    stickyNotification: notification.stickyNotification,
    releaseNotes: notification.releaseNotes,
    forceLogout: notification.forceLogout ?? false,
    notificationDate: notification.notificationDate,
    notificationDateWithZone: notification.notificationDateWithZone,
    sender: null,
  };
}

/** The server names documents by what they are. */
export const isPdf = (documentName: string): boolean => /\.pdf$/i.test(documentName);
