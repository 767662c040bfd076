/** The live board: the feed with all kinds in one list. */
import { createSelector } from 'reselect';
import { NOTIFICATION_TABS, type NotificationTab } from '../../../contract/notifications/categories';
import type { Notification } from '../../../contract/notifications/notification';
import { failureText } from '../../base/http/failureText';
import { selectLanding, selectPreviousLocation, selectQuery } from '../../navigation/location/location.selectors';
import { resolve } from '../../navigation/routes/resolve';
import { selectUser } from '../../session/session.selectors';
import type { FeedState } from '../notifications/feed/feed';
import { selectFeed } from '../notifications/feed/feed.slice';
import { countByHour, hoursBack, quarterOf, type Hour, type HourCounts, type Counted } from './hours';
import { hasWords, isShown, wordsOf } from './boardFilter.rules';
import { selectBoardEntries } from './boardEntries.slice';
import { readBoard, type BoardPlace } from './liveBoard.address';
import { selectBoard, type WithLiveBoard } from './liveBoard.slice';
import type { WithPage } from '../../navigation/location/location.selectors';
import { selectPanel } from '../notifications/panel/panel.selectors';

/** Kinds, hours and view of the board in the address. */
export const selectBoardPlace = createSelector([selectQuery], (query): BoardPlace => readBoard(query));

/** Where Close and Escape lead: to the screen before the board, otherwise to the start page. */
export const selectBoardExit = createSelector(
  [selectUser, selectPreviousLocation, selectLanding],
  (user, previous, landing) => {
    const resolution = user && previous && resolve(user, previous.pathname);
    const isScreen = resolution?.kind === 'screen' && resolution.route.screen !== 'liveBoard';
    return previous !== null && isScreen ? previous.pathname + previous.search : landing;
  },
);

export interface BoardRows {
  readonly known: boolean;
  /** Newest first. */
  readonly items: readonly Notification[];
  /** How many arrived while the list is held. */
  readonly fresh: number;
  /** The tab to load older notifications of; null if there are none. */
  readonly olderTab: NotificationTab | null;
}

/** The rows of the chosen kinds, without those that arrived while the list is held. */
export const selectBoardRows = createSelector(
  [
    selectFeed,
    selectBoardPlace,
    (state: WithLiveBoard) => selectBoard(state).shownUpTo,
    selectBoardEntries,
    selectUser,
  ],
  (feed, { tabs, show, words }, shownUpTo, { entries }, user): BoardRows => {
    const wanted = wordsOf(words);
    const end = endOf(feed, tabs);
    const all = tabs
      .flatMap((tab) => feed.tabs[tab].items)
      .filter(({ sequence }) => sequence >= end.sequence)
      .filter((each) => isShown(show, each, entries[each.id], user?.userId) && hasWords(each, wanted))
      .sort((a, b) => b.sequence - a.sequence);
    const first = shownUpTo === null ? 0 : all.findIndex(({ sequence }) => sequence <= shownUpTo);
    const fresh = first < 0 ? all.length : first;
    return { known: feed.known, items: fresh === 0 ? all : all.slice(fresh), fresh, olderTab: end.tab };
  },
);

/** Hides the button; the server checks the permission. */
export const selectMaySetAlarms = createSelector(
  [selectUser],
  (user) => user?.permissions.includes('BOARD_ALARMS') === true,
);

/** How many of the rows are neither acknowledged nor assigned. */
export const selectOpenCount = createSelector(
  [selectBoardRows, selectBoardEntries],
  ({ items }, { entries }) => items.filter((each) => isShown('open', each, entries[each.id], undefined)).length,
);

/** Below the oldest loaded item of a tab with more on the server, the merged list would have gaps. */
function endOf({ tabs: lists }: FeedState, tabs: readonly NotificationTab[]) {
  let end: { sequence: number; tab: NotificationTab | null } = { sequence: 0, tab: null };
  for (const tab of tabs) {
    const { items, more } = lists[tab];
    const oldest = items.at(-1)?.sequence ?? 0;
    if (more && oldest >= end.sequence) end = { sequence: oldest, tab };
  }
  return end;
}

/** The tab that is loaded next for older items. */
export const selectBoardPaging = createSelector([selectBoardRows, selectPanel], ({ olderTab }, { older }) =>
  olderTab === null
    ? { busy: false, failed: false }
    : { busy: older[olderTab].busy, failed: older[olderTab].failure !== null },
);

const hoursOf = createSelector([(quarter: number) => quarter, (_quarter: number, count: number) => count], hoursBack);

/** What the server has counted, and what has come since; null until it has counted. */
const selectCounted = createSelector(
  [(state: WithLiveBoard) => selectBoard(state).quarters, (state: WithLiveBoard) => selectBoard(state).later],
  (quarters, later): readonly Counted[] | null =>
    quarters && [
      ...quarters.items.map(({ categoryCode, quarter, notificationCount }) => ({
        tab: categoryCode,
        at: Date.parse(quarter),
        count: notificationCount,
      })),
      ...Object.values(later),
    ],
);

/** When the newest of them came, epoch ms, or the server has counted; 0 before that. */
const selectNewestAt = createSelector(
  [selectCounted, (state: WithLiveBoard) => selectBoard(state).quarters],
  (counted, quarters) =>
    (counted ?? []).reduce((newest, { at }) => Math.max(newest, at), quarters === null ? 0 : Date.parse(quarters.asOf)),
);

export interface BoardCounts {
  readonly hours: readonly Hour[];
  readonly counts: HourCounts;
  /** Total of all hours shown, by tab. */
  readonly totals: Readonly<Record<NotificationTab, number>>;
  /** Whether the server has counted all hours shown; until then the counts are not right. */
  readonly known: boolean;
  readonly error: string | null;
}

/** The server's counts plus later events. `now` is epoch ms of this machine's clock. */
export const selectBoardCounts = createSelector(
  [
    selectCounted,
    (state: WithLiveBoard) => selectBoard(state).quarters,
    (state: WithLiveBoard) => selectBoard(state).failure,
    (state: WithPage & WithLiveBoard, now: number) =>
      // What comes just after the hour counts immediately, although the view's clock has not ticked yet.
      hoursOf(
        quarterOf(Math.max(now + selectBoard(state).ahead, selectNewestAt(state))),
        selectBoardPlace(state).hours,
      ),
  ],
  (counted, quarters, failure, hours): BoardCounts => {
    const counts = countByHour(hours, counted ?? []);
    return {
      hours,
      counts,
      totals: mapTabs((tab) => counts[tab].reduce((sum, count) => sum + count, 0)),
      known: quarters !== null && Date.parse(quarters.since) <= (hours[0]?.from ?? Infinity),
      error: failure && `The counts could not be loaded. ${failureText(failure)}`,
    };
  },
);

const mapTabs = (of: (tab: NotificationTab) => number) =>
  Object.fromEntries(NOTIFICATION_TABS.map((tab) => [tab, of(tab)])) as Record<NotificationTab, number>;
