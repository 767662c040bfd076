import { createSelector } from 'reselect';
import type { RealtimeContext } from '../../../../machines/realtime/realtime.machine';
import { machineSelector } from '../../../base/runtime/machines.slice';
import { EMPTY_FEED, type FeedState } from './feed';
import type { FeedView } from './feed.events';

/** The part of the store that these selectors read. */
export interface WithFeed {
  readonly notifications?: {
    readonly feed: FeedState;
    readonly asOf: number | null;
    readonly view: FeedView;
  };
}

/** Empty, with `known` false, until the first snapshot. */
export const selectFeed = (state: WithFeed): FeedState => state.notifications?.feed ?? EMPTY_FEED;

export const NO_VIEW: FeedView = { open: false, shownUpTo: null };
/** Whether a page holds the list still, and up to which notification. */
export const selectFeedView = (state: WithFeed): FeedView => state.notifications?.view ?? NO_VIEW;

/** Whether somebody reads the list: in the panel, or on a page that holds it still. */
export const selectIsInUse = ({
  notifications,
}: {
  readonly notifications?: { readonly panel: { readonly open: boolean }; readonly view: FeedView };
}): boolean => notifications !== undefined && (notifications.panel.open || notifications.view.shownUpTo !== null);

const selectRealtime = machineSelector<RealtimeContext>('realtime');

/** How old the feed is (epoch ms) while the link is lost; null while it is up to date. */
export const selectStaleSince = createSelector(
  [selectRealtime, (state: WithFeed) => state.notifications?.asOf ?? null],
  (realtime, asOf) => (realtime?.context.stale ? asOf : null),
);
