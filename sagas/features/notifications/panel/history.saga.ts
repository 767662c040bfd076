/** The history of a row, page by page, and the counts of the rows on screen. */
import { tabOf, type NotificationTab } from '../../../../contract/notifications/categories';
import { RECORDS_COUNTED_MAX } from '../../../../contract/notifications/inbox.endpoints';
import type { Notification } from '../../../../contract/notifications/notification';
import { attempt } from '../../../base/http/attempt.saga';
import { port } from '../../../base/ports/ports';
import { call, fork, put, select, takeEvery, takeLatest, type SagaGenerator } from '../../../base/runtime/effects';
import { takeBatches } from '../../../base/takeBatches.saga';
import { currentUser } from '../../../session/activeSession.saga';
import { request } from '../../../session/token/request.saga';
import { eventsApplied, selectFeed } from '../feed/feed.slice';
import type { WithRows } from './rows.selectors';
import {
  historyFailed,
  historyFound,
  historyRequested,
  historyToggled,
  notificationRowsReducers,
  olderHistoryRequested,
  rowShown,
  recordsCounted,
  type RowRef,
} from './rows.slice';

/** Loads the history of a row that is opened, and counts what belongs to each row shown. */
export function* watchHistories(): SagaGenerator<void> {
  yield* takeLatest([historyToggled, olderHistoryRequested], loadHistory);
  yield* takeEvery(eventsApplied, countAgain);
  yield* fork(takeBatches<Shown, []>, rowShown, countShown);
  // Last, because rows request their counts as soon as this state exists.
  const parts = yield* port('parts');
  yield* call(parts.add, notificationRowsReducers);
}

const selectRowsState = ({ notificationRows }: WithRows) => notificationRows;

function* loadHistory(): SagaGenerator<void> {
  const history = (yield* select(selectRowsState))?.history;
  if (history == null) return;
  yield* put(historyRequested());
  const { failure, answer } = yield* attempt(loadHistoryPage(history, history.items?.at(-1)));
  if (failure !== null) yield* put(historyFailed({ failure }));
  else {
    const { notifications: items, more } = answer;
    yield* put(historyFound({ tab: history.tab, recordKey: history.recordKey, items, more }));
  }
}

interface NewsPage {
  readonly notifications: readonly Notification[];
  readonly more: boolean;
}

/** A page of all notifications about a record, after another one. Throws CallFailed. */
export function* loadHistoryPage({ tab, recordKey }: RowRef, after?: Notification): SagaGenerator<NewsPage> {
  const { userId } = yield* currentUser();
  const place = after && { lastNotificationDate: after.notificationDate, lastNotificationId: after.id };
  const body = { userId, categoryCode: tab, keyword: '', recordKey, ...place };
  return yield* request('searchUserNotifications', { body });
}

type Shown = ReturnType<typeof rowShown>['payload'];

/** Rows that appear together are counted together. */
function* countShown(shown: readonly Shown[]): SagaGenerator<void> {
  const counted = (yield* select(selectRowsState))?.counted;
  const wanted = shown.filter(({ tab, recordKey, again }) => again || counted?.[tab]?.[recordKey] === undefined);
  for (const tab of new Set(wanted.map((each) => each.tab))) {
    const recordKeys = [...new Set(wanted.flatMap((each) => (each.tab === tab ? [each.recordKey] : [])))];
    yield* call(count, tab, recordKeys.slice(-RECORDS_COUNTED_MAX));
  }
}

/** After a failure the counts stay as they are, until the row is shown again. */
function* count(tab: NotificationTab, recordKeys: readonly string[]): SagaGenerator<void> {
  const { answer } = yield* attempt(countNow(tab, recordKeys));
  if (answer !== null) yield* put(recordsCounted({ tab, ...answer }));
}

function* countNow(categoryCode: NotificationTab, recordKeys: readonly string[]) {
  const { userId } = yield* currentUser();
  return yield* request('countByRecord', { body: { userId, categoryCode, recordKeys: [...recordKeys] } });
}

/** Recounts rows that new events concern: a notification changes their count, a change of state how many are open. */
function* countAgain({ payload: { events } }: ReturnType<typeof eventsApplied>): SagaGenerator<void> {
  const counted = (yield* select(selectRowsState))?.counted ?? {};
  const { tabs, recentlyRemoved } = yield* select(selectFeed);
  const changed = new Set(events.flatMap((event) => event.changed?.id ?? []));
  const known = changed.size === 0 ? [] : [...Object.values(tabs).flatMap(({ items }) => items), ...recentlyRemoved];
  const arrived = events.flatMap(({ notification }) => notification ?? []);
  const again = new Map<string, RowRef>();
  for (const { recordKey, categoryCode } of [...arrived, ...known.filter(({ id }) => changed.has(id))]) {
    const tab = tabOf(categoryCode);
    if (recordKey != null && counted[tab]?.[recordKey] !== undefined)
      again.set(`${tab} ${recordKey}`, { tab, recordKey });
  }
  for (const each of again.values()) yield* put(rowShown({ ...each, again: true }));
}
