/** Notifications as the server sends them, for one tab of the panel. */
import type { Notification } from '../../../contract/notifications/notification';
import { snapshotArrived } from '../../../sagas/features/notifications/feed/feed.slice';
import { notificationOf } from '../../support/notificationServer';

/** What the panel loads first: the newest notifications of one tab. */
export const snapshot = (
  notifications: readonly Notification[],
  unread = notifications.length,
  readDate: string | null = null,
  seenUpTo = 0,
) =>
  snapshotArrived({
    snapshot: {
      sequence: 20_000,
      sticky: [],
      stickyCount: 0,
      notificationLastReadDate: readDate,
      notificationCategoryTemplateDTOs: [
        {
          categoryCode: 'SUBMISSIONS',
          notificationCount: unread,
          freshCount: unread,
          seenUpTo,
          notifications: [...notifications],
          more: true,
        },
      ],
    },
  });
export const some = (count: number, facts: Partial<Notification> = {}) =>
  Array.from({ length: count }, (_, index) => notificationOf(count - index, facts));
