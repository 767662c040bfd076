/** What became known of the role updates that wait. */
import { createAction } from '@reduxjs/toolkit';
import type { PendingRoleUpdate } from '../../contract/broadcasts/pending';
import type { PendingList } from '../../machines/queues/pending';

export const roleUpdatesLoaded = createAction<PendingList<PendingRoleUpdate>>('roleUpdates/loaded');
/** Another tab of this session has the server's word for it. */
export const roleUpdateReadElsewhere = createAction<{ readonly entityId: string }>('roleUpdates/readElsewhere');
/** Whether a broadcast is shown, which comes first. */
export const roleUpdatesHeld = createAction<{ readonly held: boolean }>('roleUpdates/held');
