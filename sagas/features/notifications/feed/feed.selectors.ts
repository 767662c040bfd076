import { EMPTY_FEED, type FeedState } from './feed';
import type { FeedView } from './feed.events';

/** The part of the store that these selectors read. */
export interface WithFeed {
  readonly notifications?: {
    readonly feed: FeedState;
    readonly view: FeedView;
  };
}

/** Empty, with `known` false, until the first snapshot. */
export const selectFeed = (state: WithFeed): FeedState => state.notifications?.feed ?? EMPTY_FEED;

export const NO_VIEW: FeedView = { open: false, shownUpTo: null };
/** Whether a page holds the list, and up to which notification. */
export const selectFeedView = (state: WithFeed): FeedView => state.notifications?.view ?? NO_VIEW;

/** Whether the user reads the list: in the panel, or on a page that holds it. */
export const selectIsInUse = ({
  notifications,
}: {
  readonly notifications?: { readonly panel: { readonly open: boolean }; readonly view: FeedView };
}): boolean => notifications !== undefined && (notifications.panel.open || notifications.view.shownUpTo !== null);
