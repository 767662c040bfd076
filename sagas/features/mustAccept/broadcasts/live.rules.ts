/** Which live notifications are broadcasts that open immediately, and how they enter the queue. */
import { NO_DOCUMENT } from '../../../../contract/notifications/categories';
import type { Notification } from '../../../../contract/notifications/notification';
import type { QueuedBroadcast } from '../../../../machines/broadcastQueue/broadcastQueue.machine';

/** Broadcasts with other frequencies are listed by the server at the next sign-in. */
export function queuedFrom(notification: Notification): QueuedBroadcast | null {
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
    sender: notification.sender ?? null,
    acceptBy: notification.acceptBy ?? null,
  };
}
