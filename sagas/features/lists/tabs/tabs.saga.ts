/** Counts the rows of a list's tabs: with its first rows, with those of a reload, and after events that concern it. */
import type { Action } from '@reduxjs/toolkit';
import type { ListName } from '../../../../contract/lists/list';
import type { NotificationCategory } from '../../../../contract/notifications/categories';
import { pause } from '../../../base/clock.saga';
import { attempt } from '../../../base/http/attempt.saga';
import { port } from '../../../base/ports/ports';
import {
  call,
  cancel,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLatest,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { selectPathname } from '../../../navigation/location/location.selectors';
import { pageMoved } from '../../../navigation/location/location.slice';
import { request } from '../../../session/token/request.saga';
import { eventsApplied, snapshotArrived } from '../../notifications/feed/feed.slice';
import { attentionMoved, selectAttention } from '../../notifications/toasts/toasts.slice';
import { selectLists } from '../lists.selectors';
import { countsArrived, listReloadRequested, pageArrived, totalArrived, type TabCounts } from '../lists.slice';
import { countKey, selectCountHere, selectCountRequests, type CountRequest } from './tabs.selectors';

interface LastCount {
  /** Where the tabs were counted; null once the user has left that page or requested new rows. */
  pathname: string | null;
}

/** Keeps the counts of the tabs up to date. Runs until it is cancelled. */
export function* watchTabs(): SagaGenerator<void> {
  const last: LastCount = { pathname: null };
  yield* takeEvery(pageMoved, forgetAfterMove, last);
  yield* takeEvery(listReloadRequested, forget, last);
  yield* takeLatest(pageArrived, countWithRows, last);
  yield* takeLatest(totalArrived, countWithTotal, last);
  yield* fork(countAfterEvents, last);
}

function forgetAfterMove(last: LastCount, { payload }: ReturnType<typeof pageMoved>): void {
  if (payload.location.pathname !== last.pathname) forget(last);
}

function forget(last: LastCount): void {
  last.pathname = null;
}

/** Another page of the same list has the same tabs, unless its total is a newer one. */
function* countWithRows(last: LastCount, { payload }: ReturnType<typeof pageArrived>): SagaGenerator<void> {
  const isOld = !(yield* call(isCounted, last)) || (yield* call(isAnother, payload.page.total));
  if (isOld) yield* call(countTabs, last);
}

/** For a total that arrives after its rows. Tabs without a count are skipped: their count began with the rows. */
function* countWithTotal(last: LastCount, { payload }: ReturnType<typeof totalArrived>): SagaGenerator<void> {
  const isOld = (yield* call(isCounted, last)) && (yield* call(isAnother, payload.total));
  if (isOld) yield* call(countTabs, last);
}

function* isCounted(last: LastCount): SagaGenerator<boolean> {
  const counts = (yield* select(selectLists))?.counts ?? {};
  const requests = yield* select(selectCountRequests);
  return last.pathname === (yield* select(selectPathname)) && requests.every((each) => countKey(each) in counts);
}

/** Whether the total differs from the count of the tab at the address. */
function* isAnother(total: number | null): SagaGenerator<boolean> {
  const count = yield* select(selectCountHere);
  return total !== null && count !== null && total !== count;
}

/** At most one count in this time (ms), however many events arrive. */
const COUNT_AGAIN_MS = 2_000;
/** Spreads the counts of all who received the same event. */
const SPREAD_MS = 3_000;

/** A notification of one of these categories may change the counts. */
const COUNTED_AFTER: Partial<Record<ListName, readonly NotificationCategory[]>> = {
  jobs: ['JOBSORDERS', 'JOB', 'SUBMISSIONS', 'ASSIGNMENTS'],
  submissions: ['SUBMISSIONS', 'ASSIGNMENTS'],
  assignments: ['ASSIGNMENTS'],
  complianceFiles: ['COMPLIANCE', 'ASSIGNMENTS'],
  complianceDocuments: ['COMPLIANCE', 'ASSIGNMENTS'],
  timesheets: ['BACK_OFFICE', 'ASSIGNMENTS'],
};

/** After a gap a snapshot may replace any event. */
function mayChange(action: Action, { list }: CountRequest): boolean {
  if (snapshotArrived.match(action)) return action.payload.isAfterGap === true;
  const categories = COUNTED_AFTER[list];
  return (
    eventsApplied.match(action) &&
    action.payload.events.some(
      ({ notification }) => notification !== undefined && (categories?.includes(notification.categoryCode) ?? true),
    )
  );
}

/** Returns after the next event that may change the counts. */
function* awaitChange(): SagaGenerator<void> {
  while (true) {
    const action = yield* take([eventsApplied.type, snapshotArrived.type]);
    if ((yield* select(selectCountRequests)).some((request) => mayChange(action, request))) return;
  }
}

/** A hidden tab waits until it is visible. */
function* countAfterEvents(last: LastCount): SagaGenerator<void> {
  const random = yield* port('random');
  let isOld = false;
  while (true) {
    if (!isOld) yield* call(awaitChange);
    yield* call(pause, COUNT_AGAIN_MS + SPREAD_MS * (yield* call(random.next)));
    while ((yield* select(selectAttention))?.visible === false) yield* take(attentionMoved);
    // The answer may not include what happens while it is on its way.
    const change = yield* fork(awaitChange);
    yield* call(countTabs, last);
    isOld = !change.isRunning();
    yield* cancel(change);
  }
}

/** After a failure the tabs keep their numbers. */
function* countTabs(last: LastCount): SagaGenerator<void> {
  const pathname = yield* select(selectPathname);
  const requests = yield* select(selectCountRequests);
  const counts: Record<string, TabCounts[string]> = {};
  for (const each of requests) {
    const { failure, answer } = yield* attempt(request('listCounts', bodyOf(each)));
    if (failure) return;
    counts[countKey(each)] = answer.totals;
  }
  const now = yield* select(selectCountRequests);
  if (requests.length === 0 || !now.every((each) => countKey(each) in counts)) return;
  last.pathname = pathname;
  yield* put(countsArrived(counts));
}

const bodyOf = ({ list, q, clientId, selections }: CountRequest) => ({
  params: { list },
  body: {
    selections: [...selections],
    ...(q !== '' && { q }),
    ...(clientId !== null && { clientId }),
  },
});
