/** The notification feed: its events, its state, and what is read of it. */
import { createAction, createReducer, type UnknownAction } from '@reduxjs/toolkit';
import type { NotificationTab } from '../../../../contract/notifications/categories';
import type { Notification, NotificationEvent } from '../../../../contract/notifications/notification';
import type { NotificationView } from '../../../../contract/notifications/notifications.endpoints';
import {
  EMPTY_FEED,
  ITEMS_KEPT,
  ITEMS_KEPT_IN_USE,
  appendOlder,
  applySnapshot,
  applyEvents,
  type FeedState,
  type Snapshot,
} from './feed';

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
  /** It takes the place of events that were never received one by one. */
  readonly isAfterGap?: true;
}>('notifications/snapshotArrived');
/** Events are missing between the known ones. */
export const gapFound = createAction('notifications/gapFound');
/** The server's answer with missed events could not be read. */
export const missedUnreadable = createAction('notifications/missedUnreadable');
/** Missed events have been fetched. */
export const caughtUp = createAction('notifications/caughtUp');

/** A page of a tab's own list, or of a search in it. */
export interface Page {
  readonly tab: NotificationTab;
  /** The search term; null for an older page of the tab's own list. */
  readonly keyword: string | null;
  readonly view?: NotificationView | null;
}
export const pageFound = createAction<
  Page & {
    /** Id of the last item at the time of the request; null for a first page. */
    readonly after: string | null;
    readonly notifications: readonly Notification[];
    readonly more: boolean;
  }
>('notifications/pageFound');

/** How a page besides the panel, such as the live board, shows the feed. */
export interface FeedView {
  /** Whose new notifications are rows as soon as they come; none while the list is held or filtered. */
  readonly tabs: readonly NotificationTab[];
  /** Sequence of the last event shown while the list is held; null while all are shown. */
  readonly shownUpTo: number | null;
}
export const feedViewChanged = createAction<FeedView>('notifications/feedViewChanged');

/** Plain, because it runs for every event of a burst. */
export function feedReducer(feed: FeedState = EMPTY_FEED, action: UnknownAction): FeedState {
  if (eventsApplied.match(action)) {
    const { events, isInUse } = action.payload;
    return applyEvents(feed, events, isInUse ? ITEMS_KEPT_IN_USE : ITEMS_KEPT);
  }
  if (snapshotArrived.match(action))
    return applySnapshot(action.payload.isRewound ? EMPTY_FEED : feed, action.payload.snapshot);
  if (!pageFound.match(action) || action.payload.keyword !== null) return feed;
  const { tab, after, notifications, more } = action.payload;
  const list = feed.tabs[tab];
  // The page was requested after another item, so it does not continue this list.
  if ((list.items.at(-1)?.id ?? null) !== after) return feed;
  return { ...feed, tabs: { ...feed.tabs, [tab]: appendOlder(list, notifications, more) } };
}

const NO_VIEW: FeedView = { tabs: [], shownUpTo: null };
export const feedViewReducer = createReducer(NO_VIEW, (builder) =>
  builder.addCase(feedViewChanged, (_, { payload }) => payload),
);

/** The part of the store that these selectors read. */
export interface WithFeed {
  readonly notifications?: {
    readonly feed: FeedState;
    readonly view: FeedView;
  };
}

/** Empty, with `known` false, until the first snapshot. */
export const selectFeed = (state: WithFeed): FeedState => state.notifications?.feed ?? EMPTY_FEED;

/** Whether a page holds the list, and up to which notification. */
export const selectFeedView = (state: WithFeed): FeedView => state.notifications?.view ?? NO_VIEW;

/** Whether the user reads the list: in the panel, or on a page that holds it. */
export const selectIsInUse = ({
  notifications,
}: {
  readonly notifications?: { readonly panel: { readonly open: boolean }; readonly view: FeedView };
}): boolean => notifications !== undefined && (notifications.panel.open || notifications.view.shownUpTo !== null);
