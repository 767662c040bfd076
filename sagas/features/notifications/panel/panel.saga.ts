/** Opening the panel marks everything as read, by the server's clock. Searches and older pages are loaded by tab. */
import type { Task } from 'redux-saga';
import type { NotificationTab } from '../../../../contract/notifications/categories';
import type { Notification } from '../../../../contract/notifications/notification';
import {
  cancel,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { selectUser } from '../../../session/session.selectors';
import { request } from '../../../session/token/request.saga';
import { download } from '../../documents/download.saga';
import { eventsApplied, snapshotArrived, selectFeed, pageFound } from '../feed/feed.slice';
import { applyWritten, catchUp, reader } from '../feed/feed.saga';
import {
  documentPressed,
  moreRequested,
  panelClosed,
  panelRetried,
  panelTabChosen,
  searchSubmitted,
  viewChosen,
} from '../notifications.intents';
import { pageRequested, pageFailed, panelFailed, panelOpened, markAllReadRequested } from './panel.slice';
import { selectPanel, selectMarkAllRead } from './panel.selectors';
import { watchFind } from './find.saga';
import { watchHistories } from './history.saga';
import { watchRowRecords } from './rowRecords.saga';
import { rowsOf } from './rows.rules';
import { watchRows } from './rows.saga';
import {
  NOTIFICATION_PAGE_SIZE,
  type NotificationView,
} from '../../../../contract/notifications/notifications.endpoints';
import { attempt } from '../../../base/http/attempt.saga';

/** A late part, loaded when the panel first opens: reading, searching and the documents. */
export function* watchPanel(): SagaGenerator<void> {
  yield* takeLatest([panelOpened, panelRetried], readAll);
  yield* fork(watchHistories);
  yield* fork(watchFind);
  yield* fork(findNotifications);
  // A second press while downloading is ignored.
  yield* takeLeading(documentPressed, downloadDocument);
  yield* fork(markTabsSeen);
  yield* fork(watchRows);
  yield* fork(watchRowRecords);
  if ((yield* select(selectPanel)).open) yield* put(panelRetried());
}

/** Marks everything as read. A failure is shown in the panel. */
function* readAll(): SagaGenerator<void> {
  const { failure } = yield* attempt(markAllRead());
  if (failure !== null) yield* put(panelFailed({ failure }));
}

function* markAllRead(): SagaGenerator<void> {
  if (!(yield* select(selectFeed)).known) yield* catchUp();
  yield* put(markAllReadRequested({ reading: yield* select(selectMarkAllRead) }));
  const { notificationLastReadDate: readDate, sequence } = yield* request('updateLastRead', { body: yield* reader() });
  // Marking as read is an event with a sequence, so it is applied in order however late the answer comes.
  yield* applyWritten([{ sequence, readDate }]);
}

/** Opening or leaving a tab marks it as seen; the other tabs keep their markers. */
function* markTabsSeen(): SagaGenerator<void> {
  let tab: NotificationTab | null = null;
  while (true) {
    const panel = yield* select(selectPanel);
    const shown: NotificationTab | null = panel.open ? panel.tab : null;
    if (tab !== null && tab !== shown) yield* fork(markSeen, tab);
    if (shown !== null) yield* fork(markSeen, shown);
    tab = shown;
    yield* take([panelOpened, panelTabChosen, panelClosed, snapshotArrived]);
  }
}

/** After a failure the marks stay until the tab is seen again. */
function* markSeen(categoryCode: NotificationTab): SagaGenerator<void> {
  const { known, tabs } = yield* select(selectFeed);
  if (!known || tabs[categoryCode].fresh === 0) return;
  const { answer } = yield* attempt(sendTabSeen(categoryCode));
  if (answer !== null) yield* applyWritten(answer.events);
}

function* sendTabSeen(categoryCode: NotificationTab) {
  return yield* request('markTabSeen', { body: { ...(yield* reader()), categoryCode } });
}

interface Search {
  readonly tab: NotificationTab;
  readonly keyword: string | null;
  readonly view: NotificationView | null;
  /** The last item so far; null for the first page. */
  readonly after: Notification | null;
}

/** One search runs per tab: a new one cancels the previous one, an empty keyword ends it. */
function* findNotifications(): SagaGenerator<void> {
  const running = new Map<NotificationTab, Task>();
  function* begin(tab: NotificationTab, work: SagaGenerator<Task>): SagaGenerator<void> {
    yield* stop(tab);
    running.set(tab, yield* work);
  }
  function* stop(tab: NotificationTab): SagaGenerator<void> {
    const before = running.get(tab);
    if (before) yield* cancel(before);
  }
  yield* takeEvery([searchSubmitted, viewChosen], function* ({ payload: { tab } }) {
    const search = (yield* select(selectPanel)).searches[tab];
    if (search === null) yield* stop(tab);
    else yield* begin(tab, fork(find, { tab, keyword: search.keyword, view: search.view, after: null }));
  });
  yield* takeEvery(moreRequested, function* ({ payload: { tab } }) {
    const { older, searches } = yield* select(selectPanel);
    // A second press while a page is loading is ignored.
    if (!(searches[tab] ?? older[tab]).busy) yield* begin(tab, fork(findRows, tab));
  });
  yield* takeEvery([panelOpened, panelTabChosen, snapshotArrived, eventsApplied], function* () {
    const { tab } = yield* select(selectPanel);
    if (yield* isShort(tab)) yield* begin(tab, fork(findRows, tab));
  });
  yield* takeEvery(panelClosed, function* () {
    for (const tab of running.keys()) yield* stop(tab);
  });
}

/** A press loads pages until there are this many new rows, */
const ROWS_A_PRESS = 10;
/** but at most this many, as they may only repeat listed rows. */
const PAGES_A_PRESS = 8;

/** Whether the open tab's own list has few rows, because many of its notifications share rows or are done. */
function* isShort(tab: NotificationTab): SagaGenerator<boolean> {
  const { open, older, searches } = yield* select(selectPanel);
  const { items, more } = (yield* select(selectFeed)).tabs[tab];
  const isIdle = searches[tab] === null && !older[tab].busy && older[tab].failure === null;
  const isLong = items.length >= PAGES_A_PRESS * NOTIFICATION_PAGE_SIZE || rowsOf(items).length >= ROWS_A_PRESS;
  return open && more && isIdle && !isLong;
}

/** Loads more pages of a tab's list, or of its search, until there are enough new rows. */
function* findRows(tab: NotificationTab): SagaGenerator<void> {
  const wanted = rowsOf((yield* listOf(tab)).items).length + ROWS_A_PRESS;
  for (let page = 0; page < PAGES_A_PRESS; page += 1) {
    const { items, search } = yield* listOf(tab);
    yield* find({
      tab,
      keyword: search?.keyword ?? null,
      view: search?.view ?? null,
      after: items.at(-1) ?? null,
    });
    const now = yield* listOf(tab);
    if (!now.more || now.failure !== null || rowsOf(now.items).length >= wanted) return;
  }
}

/** The open tab's list, or its search. */
function* listOf(tab: NotificationTab) {
  const { searches, older } = yield* select(selectPanel);
  const search = searches[tab];
  const { items, more } = (yield* select(selectFeed)).tabs[tab];
  return search === null
    ? { search, items, more, failure: older[tab].failure }
    : { search, items: search.items ?? [], more: search.more, failure: search.failure };
}

function* find({ tab, keyword, view, after }: Search): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user === null) return;
  const body = {
    userId: user.userId,
    categoryCode: tab,
    keyword: keyword ?? '',
    ...(view && { view }),
    ...(after && { lastNotificationDate: after.notificationDate, lastNotificationId: after.id }),
  };
  yield* put(pageRequested({ tab, keyword, view }));
  const { failure, answer } = yield* attempt(
    tab === 'BROADCAST'
      ? request('searchBroadcastNotifications', { body })
      : request('searchUserNotifications', { body }),
  );
  if (failure !== null) yield* put(pageFailed({ tab, keyword, view, failure }));
  else yield* put(pageFound({ tab, keyword, view, after: after?.id ?? null, ...answer }));
}

/** Saves the PDF of a notification as a file; a failure shows a notice. */
function* downloadDocument({ payload }: ReturnType<typeof documentPressed>): SagaGenerator<void> {
  yield* download(() => request('notificationDocument', { params: { notificationId: payload.id } }));
}
