import { createSelector } from 'reselect';
import { NOTIFICATION_TABS, TAB_LABELS, type NotificationTab } from '../../../../contract/notifications/categories';
import type { Notification } from '../../../../contract/notifications/notification';
import type { Failure } from '../../../../machines/failure';
import { selectWindow, type WithWindow } from '../../../base/window';
import { everyTab } from '../feed/feed';
import { selectFeed, selectFeedView, type WithFeed } from '../feed/feed.slice';
import type { WithFind } from './find.slice';
import { CLOSED_PANEL, type PanelState, type Place, type Reading, type Undo } from './panel.slice';
import type { NotificationView } from '../../../../contract/notifications/notifications.endpoints';

/** The part of the store that these selectors read. */
export interface WithPanel {
  readonly notifications?: { readonly panel: PanelState };
}

/** The closed panel until notifications are loaded. */
export const selectPanel = (state: WithPanel): PanelState => state.notifications?.panel ?? CLOSED_PANEL;

/** What marking everything as read covers; null before the first snapshot. */
export const selectMarkAllRead = createSelector([selectFeed], ({ known, lastReadDate, tabs }): Reading | null =>
  known
    ? { lastReadDate, unread: everyTab((tab) => tabs[tab].unread), seenUpTo: everyTab((tab) => tabs[tab].seenUpTo) }
    : null,
);

/** Unread by tab. While the server marks them as read, they already count as read. */
const selectUnread = createSelector(
  [selectFeed, (state: WithPanel) => selectPanel(state).reading],
  ({ lastReadDate, tabs }, reading) => {
    // A new read date in the feed confirms the request; from then on the feed's own counts apply.
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
  /** Without those that are being marked as read. */
  readonly unread: number;
  /** How many are new since the tab was last seen; 0 in the open tab. */
  readonly fresh: number;
}
/** The tabs of the panel in order, with their unread counts and, except for the open one, how many are new. */
export const selectPanelTabs = createSelector([selectUnread, selectFeed, selectPanel], (unread, { tabs }, panel) =>
  NOTIFICATION_TABS.map((tab): PanelTab => {
    const fresh = panel.open && panel.tab === tab ? 0 : tabs[tab].fresh;
    return { tab, label: TAB_LABELS[tab], unread: unread[tab], fresh };
  }),
);

export type PanelPhase = 'loading' | 'failed' | 'empty' | 'full';
export interface PanelView {
  readonly open: boolean;
  readonly tab: NotificationTab;
  readonly phase: PanelPhase;
  /** The search term; null for the tab's own list. */
  readonly keyword: string | null;
  readonly view: NotificationView | null;
  readonly undo: Undo | null;
  readonly items: readonly Notification[];
  readonly more: boolean;
  readonly moreBusy: boolean;
  readonly moreFailure: Failure | null;
  /** Loading or marking as read has failed. */
  readonly failure: Failure | null;
  /** Unread items of the tab after this sequence are marked; null until known. */
  readonly markedAfter: number | null;
  /** The row that takes the focus; a new object focuses the same row again. */
  readonly at: Place | null;
}

/** The newest notification of all tabs; undefined if there is none. */
export const selectNewest = createSelector(
  [selectFeed],
  ({ tabs }): Notification | undefined =>
    NOTIFICATION_TABS.flatMap((tab) => tabs[tab].items[0] ?? []).sort((a, b) => b.sequence - a.sequence)[0],
);

/** The list of the chosen tab, or the search results. */
export const selectPanelView = createSelector([selectPanel, selectFeed], (panel, feed): PanelView => {
  const { open, tab, failure } = panel;
  const search = panel.searches[tab];
  const markedAfter = panel.markedAfter?.[tab] ?? null;
  const base = {
    open,
    tab,
    markedAfter,
    failure,
    keyword: search === null || search.keyword === '' ? null : search.keyword,
    view: search?.view ?? null,
    undo: panel.undo,
    at: panel.at,
  };
  if (search !== null) {
    const { items, more, busy, failure: moreFailure } = search;
    const phase = items === null ? (moreFailure === null ? 'loading' : 'failed') : phaseOf(items);
    return { ...base, phase, items: items ?? [], more, moreBusy: busy, moreFailure };
  }
  const { items, more } = feed.tabs[tab];
  const { busy, failure: moreFailure } = panel.older[tab];
  const phase = feed.known ? phaseOf(items) : failure === null ? 'loading' : 'failed';
  return { ...base, phase, items, more, moreBusy: busy, moreFailure };
});

/**
 * The tabs whose new notifications get no toast: those that are rows on screen, in the open panel or else on a page
 * like the live board, and all while the panel covers the page and its toasts.
 */
export function selectListedTabs(state: WithPanel & WithFeed & WithFind & WithWindow): readonly NotificationTab[] {
  const { open, tab, phase, keyword, view } = selectPanelView(state);
  if (!open) return selectFeedView(state).tabs;
  if (selectWindow(state).breakpoint !== 'desktop') return NOTIFICATION_TABS;
  // The search in all tabs takes the place of the list. Its own selector would load its code too early.
  const isListed = phase === 'full' && keyword === null && view === null && state.notificationFind?.open !== true;
  return isListed ? [tab] : [];
}

const phaseOf = (items: readonly Notification[]): PanelPhase => (items.length === 0 ? 'empty' : 'full');

/** New since its tab was last seen before the panel opened, or kept unread. */
export function isMarked({ state, sequence }: Notification, markedAfter: number | null): boolean {
  if (state?.done || state?.read === true) return false;
  return state?.read === false || (markedAfter !== null && sequence > markedAfter);
}
