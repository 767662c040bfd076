/** The chat on screen: lists of threads, the open thread, writing and sending. */
import { CHAT_THREADS_PAGE_SIZE } from '../../../contract/chat/chat';
import { attempt } from '../../base/http/attempt.saga';
import { pageBecameVisible } from '../../base/pageSignals.saga';
import { port } from '../../base/ports/ports';
import {
  call,
  cancel,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { download } from '../documents/documents.saga';
import { selectChat, selectUnreadNumber } from './chat.selectors';
import {
  chatFilePressed,
  chatMoreWanted,
  chatOlderWanted,
  chatReducers,
  chatReloadPressed,
  chatSearched,
  chatUnreadToggled,
  olderArrived,
  olderLoading,
  threadArrived,
  threadClosed,
  threadFailed,
  threadOpened,
  threadsArrived,
  threadsFailed,
  threadsLoading,
} from './chat.slice';
import { applyChat } from './live.saga';
import { selectChatLive, selectShownCandidate } from './live.selectors';
import { chatChanged, chatPanelClosed, chatPanelMoved, chatPanelOpened } from './live.slice';
import { watchSending } from './sending.saga';

/** A late part: with the first page, panel or tab that shows the chat. */
export function* watchChat(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, chatReducers);
  yield* takeLatest([chatSearched, chatUnreadToggled, chatReloadPressed, chatPanelOpened], loadThreads);
  yield* takeLeading(chatMoreWanted, loadMoreThreads);
  yield* takeLeading(chatOlderWanted, loadOlder);
  yield* takeLatest(chatReloadPressed, reloadShown);
  yield* takeLatest(chatChanged, followChanges);
  yield* takeLeading([threadArrived, chatChanged, pageBecameVisible], markRead);
  yield* takeEvery(chatFilePressed, function* ({ payload: { chatFileId } }) {
    yield* call(download, () => request('chatFile', { params: { chatFileId } }));
  });
  yield* fork(loadThreads);
  yield* fork(followShown);
  yield* call(watchSending);
}

function* loadThreads(): SagaGenerator<void> {
  yield* loadPage(0);
}

/** Threads with new messages have moved up in the meantime, so a page may repeat some; none is missed. */
function* loadMoreThreads(): SagaGenerator<void> {
  const { records, count } = (yield* select(selectChat)).list;
  if (records !== null && records.length < count) yield* loadPage(Math.floor(records.length / CHAT_THREADS_PAGE_SIZE));
}

function* loadPage(page: number): SagaGenerator<void> {
  const { q, unreadOnly } = (yield* select(selectChat)).list;
  yield* put(threadsLoading());
  const query = { ...(q !== '' && { q }), ...(unreadOnly && { unread: true }), ...(page > 0 && { page }) };
  const { failure, answer } = yield* attempt(request('chatThreads', { query }));
  yield* put(failure ? threadsFailed({ failure }) : threadsArrived({ found: answer, isFirst: page === 0 }));
}

/** The open thread: at the address, in the panel, or on the tab of a candidate. */
function* followShown(): SagaGenerator<void> {
  while (true) {
    const candidateId = yield* select(selectShownCandidate);
    yield* put(candidateId === null ? threadClosed() : threadOpened({ candidateId }));
    const loading = candidateId === null ? null : yield* fork(loadShown, candidateId);
    while ((yield* select(selectShownCandidate)) === candidateId)
      yield* take([pageMoved, chatPanelOpened, chatPanelMoved, chatPanelClosed]);
    if (loading !== null) yield* cancel(loading);
  }
}

function* loadShown(candidateId: string): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(request('chatMessages', { params: { candidateId }, query: {} }));
  yield* put(failure ? threadFailed({ failure }) : threadArrived(answer));
}

function* reloadShown(): SagaGenerator<void> {
  const candidateId = yield* select(selectShownCandidate);
  if (candidateId !== null) yield* loadShown(candidateId);
}

function* loadOlder(): SagaGenerator<void> {
  const { shown } = yield* select(selectChat);
  const before = shown?.messages[0]?.number;
  if (shown === null || !shown.more || before === undefined) return;
  yield* put(olderLoading());
  const { candidateId } = shown;
  const { failure, answer } = yield* attempt(request('chatMessages', { params: { candidateId }, query: { before } }));
  yield* put(failure ? threadFailed({ failure }) : olderArrived(answer));
}

/** The reducers have merged the changes; threads that they do not contain are loaded. */
function* followChanges({ payload: { changes } }: ReturnType<typeof chatChanged>): SagaGenerator<void> {
  const { shown } = yield* select(selectChat);
  if (changes.reset) yield* fork(loadThreads);
  const lacks = shown?.thread != null && shown.thread.count > (shown.messages.at(-1)?.number ?? 0);
  if (shown !== null && (changes.reset || lacks)) yield* loadShown(shown.candidateId);
}

/** Marks messages on a visible screen as read; after a failure, with the next change. */
function* markRead(): SagaGenerator<void> {
  const page = yield* port('page');
  while (yield* call(page.isVisible)) {
    const wanted = yield* select(selectUnreadNumber);
    if (wanted === null) return;
    const { candidateId, number } = wanted;
    const { known, position } = yield* select(selectChatLive);
    const body = { number, ...(known && { position }) };
    const { answer } = yield* attempt(request('readChat', { params: { candidateId }, body }));
    if (answer === null) return;
    yield* applyChat(answer);
    if ((yield* select(selectUnreadNumber))?.number === number) return;
  }
}
