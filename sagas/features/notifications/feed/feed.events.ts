/** Events of the notification feed. */
import { createAction } from '@reduxjs/toolkit';
import type { NotificationEvent } from '../../../../contract/notifications/notification';
import type { Snapshot } from './feed';

/** Applies events to the feed. */
export const eventsApplied = createAction<{
  readonly events: readonly NotificationEvent[];
  /** True for events that just happened, false for missed ones. */
  readonly live: boolean;
  /** The list is on screen, so it keeps more items. */
  readonly isInUse?: true;
}>('notifications/applied');
export const snapshotArrived = createAction<{
  readonly snapshot: Snapshot;
  /** The server has lost later events, so the feed starts over from this older snapshot. */
  readonly isRewound?: true;
}>('notifications/snapshotArrived');
/** Events are missing between the known ones. */
export const gapFound = createAction('notifications/gapFound');
/** Missed events have been fetched. */
export const caughtUp = createAction('notifications/caughtUp');

/** How a page besides the panel, such as the live board, shows the feed. */
export interface FeedView {
  readonly open: boolean;
  /** Sequence of the last event shown while the list is held; null while all are shown. */
  readonly shownUpTo: number | null;
}
export const feedViewChanged = createAction<FeedView>('notifications/feedViewChanged');
