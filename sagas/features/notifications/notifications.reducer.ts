/** State of notifications: the feed, and the panel, toasts and dialogs over it. */
import { combineReducers, createReducer, type UnknownAction } from '@reduxjs/toolkit';
import type { Attention } from '../../base/ports';
import { companyReducer } from './companyMessage/companyMessage.slice';
import {
  EMPTY_FEED,
  ITEMS_KEPT,
  ITEMS_KEPT_IN_USE,
  appendOlder,
  applySnapshot,
  fold,
  type FeedState,
} from './feed/feed';
import { eventsApplied, feedViewChanged, snapshotArrived } from './feed/feed.events';
import { NO_VIEW } from './feed/feed.selectors';
import { pageFound, panelReducer } from './panel/panel.slice';
import { attentionMoved, popupSet, toastsReducer } from './toasts/toasts.slice';

export const notificationsReducer = combineReducers({
  feed: feedReducer,
  view: createReducer(NO_VIEW, (builder) => builder.addCase(feedViewChanged, (_, { payload }) => payload)),
  panel: panelReducer,
  toasts: toastsReducer,
  /** Whether live notifications pop up, as last changed in any tab; null if unchanged since sign-in. */
  popup: createReducer<boolean | null>(null, (builder) =>
    builder.addCase(popupSet, (_, { payload }) => payload.checked),
  ),
  attention: createReducer<Attention>({ visible: true, showsToasts: false }, (builder) =>
    builder.addCase(attentionMoved, (_, { payload }) => payload),
  ),
  company: companyReducer,
});

/** Plain, because it runs for every event of a burst. */
function feedReducer(feed: FeedState = EMPTY_FEED, action: UnknownAction): FeedState {
  if (eventsApplied.match(action)) {
    const { events, isInUse } = action.payload;
    return fold(feed, events, isInUse ? ITEMS_KEPT_IN_USE : ITEMS_KEPT);
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
