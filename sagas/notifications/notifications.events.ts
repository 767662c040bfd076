/** What became known of a reader's notifications. */
import { createAction } from '@reduxjs/toolkit';
import type { NotificationEvent } from '../../contract/notifications';
import type { Snapshot } from './notifications.state';

/** Straight from the socket, of this tab or of the one that leads. May repeat, skip and come out of order. */
export const eventsHeard = createAction<{ readonly events: readonly NotificationEvent[] }>('notifications/heard');
/** To be folded in. `live` ones have just happened; the others were missed. */
export const eventsArrived = createAction<{ readonly events: readonly NotificationEvent[]; readonly live: boolean }>(
  'notifications/arrived',
);
export const snapshotArrived = createAction<{ readonly snapshot: Snapshot }>('notifications/snapshotArrived');
/** Events are missing between those that are known. */
export const gapFound = createAction('notifications/gapFound');
/** The link went down at this moment (epoch ms): what is shown is no newer. */
export const linkLost = createAction<{ readonly at: number }>('notifications/linkLost');
