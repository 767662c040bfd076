/** The chat on screen: lists of threads and the open thread. */
import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { CHAT_THREADS_PAGE_SIZE } from '../../../contract/chat/chat';
import { attempt } from '../../base/http/attempt.saga';
import { pageBecameVisible } from '../../base/pageSignals.saga';
import { port } from '../../base/ports/ports';
import {
  call,
  cancel,
  flush,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { withActionChannel } from '../../base/withActionChannel.saga';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { download } from '../documents/download.saga';
import { countedThreads, hasMoreThreads } from './chat.rules';
import { selectChat, selectUnreadNumber } from './chat.selectors';
import {
  changesRepeated,
  chatFilePressed,
  chatMoreRequested,
  chatOlderRequested,
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

/** Whether too much has changed for the server to list it. */
const isReset = (action: Action): boolean => chatChanged.match(action) && action.payload.changes.reset;

const LIST_LOADED_BY = [chatSearched, chatUnreadToggled, chatReloadPressed, chatPanelOpened, isReset];

/** A late part, loaded with the first page, panel or tab that shows the chat. */
export function* watchChat(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, chatReducers);
  // Loading more threads ends when the list is reloaded, loading earlier messages when the thread is left.
  yield* takeLeading(chatMoreRequested, function* () {
    yield* race({ done: call(loadMoreThreads), over: take(LIST_LOADED_BY) });
  });
  yield* takeLeading(chatOlderRequested, function* () {
    yield* race({ done: call(loadOlder), over: take([threadOpened, threadClosed]) });
  });
  yield* takeLatest([chatReloadPressed, isReset], reloadShown);
  yield* takeLatest(chatChanged, followChanges);
  yield* takeLeading([threadArrived, chatChanged, changesRepeated, pageBecameVisible], markRead);
  yield* takeEvery(chatFilePressed, function* ({ payload: { chatFileId } }) {
    yield* call(download, () => request('chatFile', { params: { chatFileId } }));
  });
  yield* fork(followList);
  yield* fork(followShown);
}

/** Loads the list that was requested last; an answer for an earlier request is dropped. */
function* followList(): SagaGenerator<void> {
  while (true) {
    const loading = yield* fork(loadPage, 0, true);
    yield* take(LIST_LOADED_BY);
    yield* cancel(loading);
  }
}

/**
 * Loads the page after the listed threads. If it brings none, because changes that are not known here have moved
 * threads between pages, loads the next one, and after the last page the first.
 */
function* loadMoreThreads(): SagaGenerator<void> {
  let { list } = yield* select(selectChat);
  const listed = list.records?.length;
  const next = Math.floor(countedThreads(list) / CHAT_THREADS_PAGE_SIZE);
  const pages = Math.ceil(list.count / CHAT_THREADS_PAGE_SIZE);
  for (let asked = 0; asked < pages && hasMoreThreads(list); asked += 1) {
    yield* loadPage((next + asked) % pages, false);
    ({ list } = yield* select(selectChat));
    if (list.failure !== null || list.records?.length !== listed) return;
  }
}

/** `isFirst`: the page replaces the list. */
function* loadPage(page: number, isFirst: boolean): SagaGenerator<void> {
  yield* repeatingChanges(fetchPage(page, isFirst));
}

/** Applies changes that arrive during a load once more after it, because its answer may lack them. */
function* repeatingChanges(load: SagaGenerator<void>): SagaGenerator<void> {
  const buffer = buffers.expanding<ReturnType<typeof chatChanged>>(4);
  yield* withActionChannel(chatChanged.type, buffer, function* (received) {
    yield* load;
    const meanwhile = yield* flush(received);
    if (Array.isArray(meanwhile)) for (const { payload } of meanwhile) yield* put(changesRepeated(payload.changes));
  });
}

function* fetchPage(page: number, isFirst: boolean): SagaGenerator<void> {
  const { q, unreadOnly } = (yield* select(selectChat)).list;
  yield* put(threadsLoading());
  const query = { ...(q !== '' && { q }), ...(unreadOnly && { unread: true }), ...(page > 0 && { page }) };
  const { failure, answer } = yield* attempt(request('chatThreads', { query }));
  yield* put(failure ? threadsFailed({ failure }) : threadsArrived({ found: answer, isFirst }));
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
  yield* repeatingChanges(fetchShown(candidateId));
}

function* fetchShown(candidateId: string): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(request('chatMessages', { params: { candidateId }, query: {} }));
  yield* put(failure ? threadFailed({ candidateId, failure }) : threadArrived(answer));
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
  yield* put(failure ? threadFailed({ candidateId, failure }) : olderArrived(answer));
}

/** The reducers have merged the changes; messages of the open thread that they do not contain are loaded. */
function* followChanges(): SagaGenerator<void> {
  const { shown } = yield* select(selectChat);
  const lacks = shown?.thread != null && shown.thread.count > (shown.messages.at(-1)?.number ?? 0);
  if (lacks) yield* loadShown(shown.candidateId);
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
    const next = yield* select(selectUnreadNumber);
    if (next?.candidateId === candidateId && next.number === number) return;
  }
}
