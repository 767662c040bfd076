/** Searching a tab, and further pages of what is there. What is asked anew in a tab takes the place of what was asked. */
import type { Task } from 'redux-saga';
import { call, cancel, fork, put, select, takeEvery, type SagaGenerator } from '../effects';
import type { Notification, NotificationTab } from '../../contract/notifications';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { selectUser } from '../session/session.selectors';
import { pageAsked, pageFailed, pageFound } from './notifications.events';
import { moreRequested, panelClosed, searchSubmitted } from './notifications.intents';
import { selectFeed, selectPanel } from './notifications.selectors';

interface Question {
  readonly tab: NotificationTab;
  readonly keyword: string | null;
  /** The last one there is; null for a first page. */
  readonly after: Notification | null;
}

export function* findNotifications(): SagaGenerator<void> {
  const asking = new Map<NotificationTab, Task>();
  function* ask(question: Question): SagaGenerator<void> {
    yield* stop(question.tab);
    asking.set(question.tab, yield* fork(find, question));
  }
  function* stop(tab: NotificationTab): SagaGenerator<void> {
    const before = asking.get(tab);
    if (before) yield* cancel(before);
  }
  yield* takeEvery(searchSubmitted, function* ({ payload: { tab, keyword } }) {
    if (keyword === '') yield* stop(tab);
    else yield* ask({ tab, keyword, after: null });
  });
  yield* takeEvery(moreRequested, function* ({ payload: { tab } }) {
    const question = yield* nextOf(tab);
    if (question !== null) yield* ask(question);
  });
  yield* takeEvery(panelClosed, function* () {
    for (const tab of asking.keys()) yield* stop(tab);
  });
}

/** Null where it is on its way already: a second press asks for nothing new. */
function* nextOf(tab: NotificationTab): SagaGenerator<Question | null> {
  const panel = yield* select(selectPanel);
  const feed = yield* select(selectFeed);
  const search = panel.searches[tab];
  if ((search ?? panel.older[tab]).busy) return null;
  if (search !== null) return { tab, keyword: search.keyword, after: search.items?.at(-1) ?? null };
  return { tab, keyword: null, after: feed.tabs[tab].items.at(-1) ?? null };
}

function* find({ tab, keyword, after }: Question): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user === null) return;
  const body = {
    userId: user.userId,
    categoryCode: tab,
    keyword: keyword ?? '',
    ...(after && { lastNotificationDate: after.notificationDate, lastNotificationId: after.id }),
  };
  yield* put(pageAsked({ tab, keyword }));
  try {
    const found =
      tab === 'BROADCAST'
        ? yield* call(request<'searchBroadcastNotifications'>, 'searchBroadcastNotifications', { body })
        : yield* call(request<'searchUserNotifications'>, 'searchUserNotifications', { body });
    yield* put(pageFound({ tab, keyword, after: after?.id ?? null, ...found }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(pageFailed({ tab, keyword, failure: error.failure }));
  }
}
