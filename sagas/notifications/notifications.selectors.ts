import { createSelector } from 'reselect';
import { NOTIFICATION_TABS } from '../../contract/notifications';
import type { MachineProjection } from '../machine/projection';
import type { RealtimeContext } from '../../machines/realtime/realtime.machine';
import type { AppState } from '../state';
import { EMPTY_FEED, everyTab, type FeedState } from './notifications.state';

export const selectFeed = (state: AppState): FeedState => state.shell?.notifications.feed ?? EMPTY_FEED;

/** Unread by tab. */
export const selectUnread = createSelector([selectFeed], (feed) => everyTab((tab) => feed.tabs[tab].unread));

/** What the bell says: the sum of the tabs, always. */
export const selectBadge = createSelector([selectUnread], (unread) =>
  NOTIFICATION_TABS.reduce((sum, tab) => sum + unread[tab], 0),
);

const selectRealtime = (state: AppState) =>
  state.machines['realtime'] as MachineProjection<RealtimeContext> | undefined;

/** Epoch ms of what is shown, while it may be older than it looks; null while all is well. */
export const selectStaleSince = createSelector(
  [selectRealtime, (state: AppState) => state.shell?.notifications.asOf ?? null],
  (realtime, asOf) => (realtime?.context.stale ? asOf : null),
);
