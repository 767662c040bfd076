import { createSelector } from 'reselect';
import { NOTIFICATION_TABS, TAB_LABELS, type Notification, type NotificationTab } from '../../contract/notifications';
import type { MachineProjection } from '../machine/projection';
import type { Failure } from '../../machines/failure';
import type { RealtimeContext } from '../../machines/realtime/realtime.machine';
import { failureText } from '../access/access.texts';
import { selectUser } from '../session/session.selectors';
import type { AppState } from '../state';
import { NO_COMPANY, type CompanyState } from './company.state';
import { EMPTY_FEED, everyTab, type FeedState } from './notifications.state';
import { CLOSED_PANEL, type PanelState } from './panel.state';

export const selectFeed = (state: AppState): FeedState => state.shell?.notifications.feed ?? EMPTY_FEED;
export const selectPanel = (state: AppState): PanelState => state.shell?.notifications.panel ?? CLOSED_PANEL;

/** Unread by tab. While the server is being told that they are read, they are shown so. */
export const selectUnread = createSelector(
  [selectFeed, (state: AppState) => selectPanel(state).reading],
  (feed, reading) => everyTab((tab) => Math.max(0, feed.tabs[tab].unread - (reading?.[tab] ?? 0))),
);

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

/** Whether live notifications pop up. */
export const selectPopup = (state: AppState): boolean =>
  state.shell?.notifications.popup ?? selectUser(state)?.showPopup ?? true;

export const selectCompany = (state: AppState): CompanyState => state.shell?.notifications.company ?? NO_COMPANY;
export const selectCompanyView = createSelector([selectCompany], ({ requestId, busy, failure }) => ({
  open: requestId !== null,
  busy,
  error: failure && `The notification was not sent. ${failureText(failure)}`,
}));

export const selectToasts = (state: AppState) => state.shell?.notifications.toasts ?? null;
export const selectAttention = (state: AppState) => state.shell?.notifications.attention ?? null;
/** The time of toasts stands still while somebody reads them, or nobody can. */
export const selectToastsRun = (state: AppState): boolean =>
  selectToasts(state)?.held === false && selectAttention(state)?.visible === true;

export interface PanelTab {
  readonly tab: NotificationTab;
  readonly label: string;
  readonly unread: number;
}
export const selectPanelTabs = createSelector([selectUnread], (unread): readonly PanelTab[] =>
  NOTIFICATION_TABS.map((tab) => ({ tab, label: TAB_LABELS[tab], unread: unread[tab] })),
);

export type PanelFace = 'loading' | 'failed' | 'empty' | 'full';
export interface PanelView {
  readonly open: boolean;
  readonly tab: NotificationTab;
  readonly face: PanelFace;
  /** What the list is searched for; null where it is the tab's own. */
  readonly keyword: string | null;
  readonly items: readonly Notification[];
  readonly more: boolean;
  readonly moreBusy: boolean;
  readonly moreFailure: Failure | null;
  /** Loading or marking as read has failed. */
  readonly failure: Failure | null;
  readonly markedAfter: string | null | undefined;
}

/** The list of the chosen tab as it is to be shown. */
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

/** Newer than what was read when the panel was opened. */
export const isMarked = (notification: Notification, markedAfter: string | null | undefined): boolean =>
  markedAfter !== undefined &&
  (markedAfter === null || Date.parse(notification.notificationDate) > Date.parse(markedAfter));
