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
import { download } from '../../documents/documents.saga';
import { snapshotArrived } from '../feed/feed.events';
import { applyWritten, catchUp, reader } from '../feed/feed.saga';
import { selectFeed } from '../feed/feed.selectors';
import {
  documentPressed,
  moreRequested,
  panelClosed,
  panelRetried,
  panelTabChosen,
  searchSubmitted,
  viewChosen,
} from '../notifications.intents';
import { pageRequested, pageFailed, pageFound, panelFailed, panelOpened, readingRequested } from './panel.slice';
import { selectPanel, selectReading } from './panel.selectors';
import { watchMatters } from './matters.saga';
import { watchRows } from './rows.saga';
import type { NotificationView } from '../../../../contract/notifications/notifications.endpoints';
import { attempt } from '../../../base/http/attempt.saga';

/** A late part, loaded when the panel first opens: what is read and looked for in it, and its documents. */
export function* watchPanel(): SagaGenerator<void> {
  yield* takeLatest([panelOpened, panelRetried], readAll);
  yield* fork(findNotifications);
  // A second press while downloading is ignored.
  yield* takeLeading(documentPressed, downloadDocument);
  yield* fork(lookAtTabs);
  yield* fork(watchRows);
  yield* fork(watchMatters);
  if ((yield* select(selectPanel)).open) yield* put(panelRetried());
}

/** Marks everything as read. A failure is shown in the panel. */
function* readAll(): SagaGenerator<void> {
  const { failure } = yield* attempt(markAllRead());
  if (failure !== null) yield* put(panelFailed({ failure }));
}

function* markAllRead(): SagaGenerator<void> {
  if (!(yield* select(selectFeed)).known) yield* catchUp();
  yield* put(readingRequested({ reading: yield* select(selectReading) }));
  const { notificationLastReadDate: readDate, sequence } = yield* request('updateLastRead', { body: yield* reader() });
  // Marking as read is an event with a sequence, so it is applied in order however late the answer comes.
  yield* applyWritten([{ sequence, readDate }]);
}

/** Opening or leaving a tab marks it as viewed; the other tabs keep their markers. */
function* lookAtTabs(): SagaGenerator<void> {
  let tab: NotificationTab | null = null;
  while (true) {
    const panel = yield* select(selectPanel);
    const shown: NotificationTab | null = panel.open ? panel.tab : null;
    if (tab !== null && tab !== shown) yield* fork(lookAt, tab);
    if (shown !== null) yield* fork(lookAt, shown);
    tab = shown;
    yield* take([panelOpened, panelTabChosen, panelClosed, snapshotArrived]);
  }
}

/** After a failure the marks stay for the next look. */
function* lookAt(categoryCode: NotificationTab): SagaGenerator<void> {
  const { known, tabs } = yield* select(selectFeed);
  if (!known || tabs[categoryCode].fresh === 0) return;
  const { answer } = yield* attempt(sendLook(categoryCode));
  if (answer !== null) yield* applyWritten(answer.events);
}

function* sendLook(categoryCode: NotificationTab) {
  return yield* request('lookAtNotifications', { body: { ...(yield* reader()), categoryCode } });
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
  function* start(search: Search): SagaGenerator<void> {
    yield* stop(search.tab);
    running.set(search.tab, yield* fork(find, search));
  }
  function* stop(tab: NotificationTab): SagaGenerator<void> {
    const before = running.get(tab);
    if (before) yield* cancel(before);
  }
  yield* takeEvery([searchSubmitted, viewChosen], function* ({ payload: { tab } }) {
    const search = (yield* select(selectPanel)).searches[tab];
    if (search === null) yield* stop(tab);
    else yield* start({ tab, keyword: search.keyword, view: search.view, after: null });
  });
  yield* takeEvery(moreRequested, function* ({ payload: { tab } }) {
    const search = yield* nextOf(tab);
    if (search !== null) yield* start(search);
  });
  yield* takeEvery(panelClosed, function* () {
    for (const tab of running.keys()) yield* stop(tab);
  });
}

/** Null while a page is loading: a second press is ignored. */
function* nextOf(tab: NotificationTab): SagaGenerator<Search | null> {
  const panel = yield* select(selectPanel);
  const feed = yield* select(selectFeed);
  const search = panel.searches[tab];
  if ((search ?? panel.older[tab]).busy) return null;
  if (search !== null) return { tab, keyword: search.keyword, view: search.view, after: search.items?.at(-1) ?? null };
  return { tab, keyword: null, view: null, after: feed.tabs[tab].items.at(-1) ?? null };
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
