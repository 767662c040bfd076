import { createSelector } from 'reselect';
import { NOTIFICATION_TABS, TAB_LABELS, type NotificationTab } from '../../../../contract/notifications/categories';
import type { Notification } from '../../../../contract/notifications/notification';
import type { Failure } from '../../../../machines/failure';
import { everyTab } from '../feed/feed';
import { selectFeed } from '../feed/feed.selectors';
import { CLOSED_PANEL, type PanelState, type Reading } from './panel.slice';

/** The part of the store that these selectors read. */
export interface WithPanel {
  readonly notifications?: { readonly panel: PanelState };
}

/** The closed panel until notifications are loaded. */
export const selectPanel = (state: WithPanel): PanelState => state.notifications?.panel ?? CLOSED_PANEL;

/** What marking everything as read marks; null before the first snapshot. */
export const selectReading = createSelector([selectFeed], ({ known, lastReadDate, tabs }): Reading | null =>
  known ? { lastReadDate, unread: everyTab((tab) => tabs[tab].unread) } : null,
);

/** Unread by tab. While the server marks them as read, they already count as read. */
const selectUnread = createSelector(
  [selectFeed, (state: WithPanel) => selectPanel(state).reading],
  ({ lastReadDate, tabs }, reading) => {
    // After the date has changed, the feed contains the reading, so its own counts apply again.
    const read = reading !== null && reading.lastReadDate === lastReadDate ? reading.unread : null;
    return everyTab((tab) => Math.max(0, tabs[tab].unread - (read?.[tab] ?? 0)));
  },
);

/** The number on the bell: the sum of the tabs. */
export const selectBadge = createSelector([selectUnread], (unread) =>
  NOTIFICATION_TABS.reduce((sum, tab) => sum + unread[tab], 0),
);

export interface PanelTab {
  readonly tab: NotificationTab;
  readonly label: string;
  readonly unread: number;
}
/** The tabs of the panel in order, with their unread counts. */
export const selectPanelTabs = createSelector([selectUnread], (unread): readonly PanelTab[] =>
  NOTIFICATION_TABS.map((tab) => ({ tab, label: TAB_LABELS[tab], unread: unread[tab] })),
);

export type PanelFace = 'loading' | 'failed' | 'empty' | 'full';
export interface PanelView {
  readonly open: boolean;
  readonly tab: NotificationTab;
  readonly face: PanelFace;
  /** The search term; null for the tab's own list. */
  readonly keyword: string | null;
  readonly items: readonly Notification[];
  readonly more: boolean;
  readonly moreBusy: boolean;
  readonly moreFailure: Failure | null;
  /** Loading or marking as read has failed. */
  readonly failure: Failure | null;
  readonly markedAfter: string | null | undefined;
}

/** The list of the chosen tab, or the search results. */
export const selectPanelView = createSelector([selectPanel, selectFeed], (panel, feed): PanelView => {
  const { open, tab, markedAfter, failure } = panel;
  const search = panel.searches[tab];
  const base = { open, tab, markedAfter, failure, keyword: search?.keyword ?? null };
  if (search !== null) {
    const { items, more, busy, failure: moreFailure } = search;
    const face = items === null ? (moreFailure === null ? 'loading' : 'failed') : faceOf(items);
    return { ...base, face, items: items ?? [], more, moreBusy: busy, moreFailure };
  }
  const { items, more } = feed.tabs[tab];
  const { busy, failure: moreFailure } = panel.older[tab];
  const face = feed.known ? faceOf(items) : failure === null ? 'loading' : 'failed';
  return { ...base, face, items, more, moreBusy: busy, moreFailure };
});

const faceOf = (items: readonly Notification[]): PanelFace => (items.length === 0 ? 'empty' : 'full');

/** Newer than the last reading when the panel was opened. */
export const isMarked = (notification: Notification, markedAfter: string | null | undefined): boolean =>
  markedAfter !== undefined &&
  (markedAfter === null || Date.parse(notification.notificationDate) > Date.parse(markedAfter));
