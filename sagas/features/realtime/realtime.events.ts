/** What the link to the server publishes. */
import { createAction } from '@reduxjs/toolkit';
import type { NotificationEvent } from '../../../contract/notifications/notification';

/** Received by the socket of this tab or of the leading one. May repeat, have gaps, and be out of order. */
export const eventsReceived = createAction<{ readonly events: readonly NotificationEvent[] }>(
  'realtime/eventsReceived',
);
/** The connection was lost at this moment (epoch ms): the feed is no newer. */
export const linkLost = createAction<{ readonly at: number }>('realtime/linkLost');
