/** What became known of the broadcasts that wait. */
import { createAction } from '@reduxjs/toolkit';
import type { QueuedBroadcast } from '../../machines/broadcastQueue/broadcastQueue.machine';
import type { PendingList } from '../../machines/queues/pending';

export const broadcastsLoaded = createAction<PendingList<QueuedBroadcast>>('broadcasts/loaded');
export const broadcastArrived = createAction<{ readonly item: QueuedBroadcast }>('broadcasts/arrived');
/** Another tab of this session has the server's word for it. */
export const broadcastAcceptedElsewhere = createAction<{ readonly entityId: string }>('broadcasts/acceptedElsewhere');
