/** Items of the two strict queues, named by the day of January 2026 on which they were sent. */
import type { PendingRoleUpdate } from '../../contract/broadcasts/broadcast';
import { NO_DOCUMENT } from '../../contract/notifications/categories';
import type { QueuedBroadcast } from '../../machines/broadcastQueue/broadcastQueue.machine';

const at = (day: string) => ({
  entityId: day,
  subject: `Subject ${day}`,
  template: '<p>Text</p>',
  notificationDate: `2026-01-0${day}T10:00:00.000Z`,
  notificationDateWithZone: `01-0${day}-2026 10:00:00 UTC `,
});
export const broadcast = (day: string, forceLogout = false): QueuedBroadcast => ({
  ...at(day),
  tenantId: 'meridian',
  displayFrequency: 'IMMEDIATE',
  documentName: NO_DOCUMENT,
  stickyNotification: false,
  releaseNotes: false,
  forceLogout,
  sender: null,
  acceptBy: null,
});
export const update = (day: string): PendingRoleUpdate => ({
  ...at(day),
  roleName: 'Recruiter',
  added: [],
  removed: [],
});
