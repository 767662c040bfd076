/** The live board: the same feed as the panel's, all kinds together. */
import { createSelector } from 'reselect';
import { NOTIFICATION_TABS, type Notification, type NotificationTab } from '../../contract/notifications';
import { failureText } from '../access/access.texts';
import { selectUser } from '../session/session.selectors';
import { rootOf } from '../shell/routes/resolve';
import { selectCarriedQuery, selectLanding, selectQuery } from '../shell/shell.selectors';
import type { AppState } from '../state';
import { readBoard, type BoardPlace } from './board.address';
import type { BoardState } from './board.state';
import { selectBoard } from './boardVisit.selectors';
import { countByHour, hoursBack, quarterOf, type Hour, type HourCounts, type Told } from './hours';
import { selectFeed, selectPanel } from './notifications.selectors';
import type { FeedState } from './notifications.state';

export { selectBoard };

export const selectBoardPlace = createSelector([selectQuery], (query): BoardPlace => readBoard(query));

/** The way to the board, for whoever is signed in. */
export const selectBoardAddress = createSelector([selectUser, selectCarriedQuery], (user, carried) =>
  user === null ? '/' : `/${rootOf(user)}/notifications/live${carried}`,
);

/** Where Close and Escape lead. */
export const selectBoardExit = (state: AppState): string => selectBoard(state).cameFrom ?? selectLanding(state);

export interface BoardRows {
  readonly known: boolean;
  /** Newest first. */
  readonly items: readonly Notification[];
  /** How many more have arrived since the list was held. */
  readonly fresh: number;
  /** The tab whose older ones come next; null where there are none. */
  readonly olderTab: NotificationTab | null;
}

export const selectBoardRows = createSelector(
  [selectFeed, selectBoardPlace, (state: AppState) => selectBoard(state).through],
  (feed, { tabs }, through): BoardRows => {
    const end = endOf(feed, tabs);
    const all = tabs
      .flatMap((tab) => feed.tabs[tab].items)
      .filter(({ sequence }) => sequence >= end.sequence)
      .sort((a, b) => b.sequence - a.sequence);
    const first = through === null ? 0 : all.findIndex(({ sequence }) => sequence <= through);
    const fresh = first < 0 ? all.length : first;
    return { known: feed.known, items: fresh === 0 ? all : all.slice(fresh), fresh, olderTab: end.tab };
  },
);

/** Below the oldest one of a tab that has more on the server, the tabs together would have holes. */
function endOf({ tabs: lists }: FeedState, tabs: readonly NotificationTab[]) {
  let end: { sequence: number; tab: NotificationTab | null } = { sequence: 0, tab: null };
  for (const tab of tabs) {
    const { items, more } = lists[tab];
    const oldest = items.at(-1)?.sequence ?? 0;
    if (more && oldest >= end.sequence) end = { sequence: oldest, tab };
  }
  return end;
}

/** Of the older ones that are asked for next. */
export const selectBoardPaging = createSelector([selectBoardRows, selectPanel], ({ olderTab }, { older }) =>
  olderTab === null
    ? { busy: false, failed: false }
    : { busy: older[olderTab].busy, failed: older[olderTab].failure !== null },
);

const hoursOf = createSelector([(quarter: number) => quarter, (_quarter: number, count: number) => count], hoursBack);

export interface BoardCounts {
  readonly hours: readonly Hour[];
  readonly counts: HourCounts;
  /** Over all hours shown, by tab. */
  readonly totals: Readonly<Record<NotificationTab, number>>;
  /** Not until the server has counted. */
  readonly known: boolean;
  readonly error: string | null;
}

/** What the server has counted, and on top of it what has come since. `now` is epoch ms of this machine's clock. */
export const selectBoardCounts = createSelector(
  [
    selectFeed,
    (state: AppState) => selectBoard(state).quarters,
    (state: AppState) => selectBoard(state).failure,
    (state: AppState, now: number) => hoursOf(quarterOf(now + selectBoard(state).ahead), selectBoardPlace(state).hours),
  ],
  (feed, quarters, failure, hours): BoardCounts => {
    const counts = countByHour(hours, quarters === null ? [] : toldOf(feed, quarters));
    return {
      hours,
      counts,
      totals: mapTabs((tab) => counts[tab].reduce((sum, count) => sum + count, 0)),
      known: quarters !== null,
      error: failure && `The counts could not be loaded. ${failureText(failure)}`,
    };
  },
);

const mapTabs = (of: (tab: NotificationTab) => number) =>
  Object.fromEntries(NOTIFICATION_TABS.map((tab) => [tab, of(tab)])) as Record<NotificationTab, number>;

function* toldOf(feed: FeedState, { items, sequence: counted }: NonNullable<BoardState['quarters']>): Iterable<Told> {
  for (const { categoryCode, quarter, notificationCount } of items)
    yield { tab: categoryCode, at: Date.parse(quarter), count: notificationCount };
  for (const tab of NOTIFICATION_TABS)
    for (const { sequence, notificationDate } of feed.tabs[tab].items) {
      if (sequence <= counted) break;
      yield { tab, at: Date.parse(notificationDate), count: 1 };
    }
}
