/** Events of the notification feed. */
import { createAction } from '@reduxjs/toolkit';
import type { NotificationEvent } from '../../../../contract/notifications/notification';
import type { Snapshot } from './feed';

/** Applies events to the feed. */
export const eventsApplied = createAction<{
  readonly events: readonly NotificationEvent[];
  /** They have just happened; the others were missed. */
  readonly live: boolean;
  /** The list is on screen: it keeps more items meanwhile. */
  readonly isInUse?: true;
}>('notifications/applied');
export const snapshotArrived = createAction<{
  readonly snapshot: Snapshot;
  /** A snapshot older than the feed: the server has lost later events, so the feed starts over from it. */
  readonly isRewound?: true;
}>('notifications/snapshotArrived');
/** Events are missing between the known ones. */
export const gapFound = createAction('notifications/gapFound');
/** Missed events have been fetched. */
export const caughtUp = createAction('notifications/caughtUp');

/** How a page besides the panel, such as the live board, shows the feed. */
export interface FeedView {
  readonly open: boolean;
  /** Sequence of the last event shown while the list is held still; null while all are shown. */
  readonly shownUpTo: number | null;
}
export const feedViewChanged = createAction<FeedView>('notifications/feedViewChanged');
