/** The chat where it is shown: lists of threads, the thread that is open, writing and sending. */
import { CHAT_FILE_MAX_BYTES, CHAT_THREADS_PAGE_SIZE } from '../../../contract/chat/chat';
import { chatOutboxMachine, type ChatOutboxEvent, type Outgoing } from '../../../machines/chatOutbox/chatOutbox.machine';
import { backoff, pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { browserOnline, pageLookedAt } from '../../base/pageSignals.saga';
import { port } from '../../base/ports';
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
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { download } from '../documents/download.saga';
import { OUTBOX, selectChat, selectShownCandidate, selectUnreadNumber } from './chat.selectors';
import {
  chatDiscardPressed,
  chatDraftChanged,
  chatFileChosen,
  chatFilePressed,
  chatMoreWanted,
  chatOlderWanted,
  chatOutgoing,
  chatReducers,
  chatReloadPressed,
  chatRetryPressed,
  chatSearched,
  chatSendPressed,
  chatUnreadToggled,
  draftOf,
  draftsRecalled,
  olderArrived,
  olderLoading,
  threadArrived,
  threadClosed,
  threadFailed,
  threadOpened,
  threadsArrived,
  threadsFailed,
  threadsLoading,
  uploadMoved,
} from './chat.slice';
import { applyChat } from './live.saga';
import { chatChanged, chatPanelClosed, chatPanelMoved, chatPanelOpened, selectChatLive } from './live.slice';
import { changeUnsent, recallUnsent } from './unsent.saga';

const forwards: readonly Forward<ChatOutboxEvent>[] = [
  forward(chatOutgoing, (outgoing) => ({ type: 'SEND', outgoing })),
  forward(chatRetryPressed, ({ requestId }) => ({ type: 'RETRY', requestId })),
  forward(chatDiscardPressed, ({ requestId }) => ({ type: 'DISCARD', requestId })),
  forward(browserOnline, () => ({ type: 'ONLINE' })),
];

/** A late part: with the first page, panel or tab that shows the chat. */
export function* watchChat(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, chatReducers);
  const { drafts, outbox } = yield* recallUnsent();
  yield* put(draftsRecalled({ drafts }));
  yield* takeEvery(chatDraftChanged, keepDraft);
  yield* takeEvery(chatSendPressed, send);
  yield* takeLatest([chatSearched, chatUnreadToggled, chatReloadPressed, chatPanelOpened], loadThreads);
  yield* takeLeading(chatMoreWanted, loadMoreThreads);
  yield* takeLeading(chatOlderWanted, loadOlder);
  yield* takeLatest(chatReloadPressed, reloadShown);
  yield* takeLatest(chatChanged, followChanges);
  yield* takeLeading([threadArrived, chatChanged, pageLookedAt], markRead);
  yield* takeLatest(chatFileChosen, upload);
  yield* takeEvery(chatFilePressed, function* ({ payload: { chatFileId } }) {
    yield* call(download, () => request('chatFile', { params: { chatFileId } }));
  });
  yield* fork(loadThreads);
  yield* fork(followShown);
  yield* call(runMachine<typeof chatOutboxMachine>, {
    name: OUTBOX,
    machine: chatOutboxMachine,
    input: outbox,
    forwards,
    delay: pause,
    services: { sendMessage, backoff },
    actions: { keep: keepOutgoing, forget: forgetOutgoing },
  });
}

function* loadThreads(): SagaGenerator<void> {
  yield* loadPage(0);
}

/** Threads that were written in meanwhile have moved up, so that a page may repeat some; none is left out. */
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

/** The thread that is open: at the address, in the panel, or on the tab of a candidate. */
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

/** The reducers have merged them; what they do not list is loaded. */
function* followChanges({ payload: { changes } }: ReturnType<typeof chatChanged>): SagaGenerator<void> {
  const { shown } = yield* select(selectChat);
  if (changes.reset) yield* fork(loadThreads);
  const lacks = shown?.thread != null && shown.thread.count > (shown.messages.at(-1)?.number ?? 0);
  if (shown !== null && (changes.reset || lacks)) yield* loadShown(shown.candidateId);
}

/** What is on a screen that somebody looks at is read. After a failure the next occasion says so. */
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

function* keepDraft({ payload: { candidateId } }: ReturnType<typeof chatDraftChanged>): SagaGenerator<void> {
  const draft = draftOf(yield* select(selectChat), candidateId);
  yield* changeUnsent((unsent) => ({ ...unsent, drafts: { ...unsent.drafts, [candidateId]: draft } }));
}

/** The draft becomes a message of the outbox, and the field is empty for the next one. */
function* send({ payload: { candidateId } }: ReturnType<typeof chatSendPressed>): SagaGenerator<void> {
  const draft = draftOf(yield* select(selectChat), candidateId);
  const text = draft.text.trim();
  if (text === '' && draft.file === null) return;
  const random = yield* port('random');
  const clock = yield* port('clock');
  const requestId = yield* call(random.uuid);
  const at = yield* call(clock.now);
  yield* put(chatOutgoing({ requestId, candidateId, text, file: draft.file, at }));
  yield* put(chatDraftChanged({ candidateId, text: '', file: null }));
}

/** Throws CallFailed. */
function* sendMessage({ requestId, candidateId, text, file }: Outgoing): SagaGenerator<void> {
  const { known, position } = yield* select(selectChatLive);
  const body = { requestId, text, ...(file && { chatFileId: file.chatFileId }), ...(known && { position }) };
  const { changes } = yield* request('sendChatMessage', { params: { candidateId }, body });
  yield* applyChat(changes);
}

function* keepOutgoing({ outgoing }: { readonly outgoing: Outgoing }): SagaGenerator<void> {
  yield* changeUnsent((unsent) => ({ ...unsent, outbox: [...unsent.outbox, outgoing] }));
}

function* forgetOutgoing({ requestId }: { readonly requestId: string }): SagaGenerator<void> {
  yield* changeUnsent((unsent) => ({
    ...unsent,
    outbox: unsent.outbox.filter((each) => each.requestId !== requestId),
  }));
}

/** At once, so that only its id is sent with the message. Another file takes its place. */
function* upload({ payload }: ReturnType<typeof chatFileChosen>): SagaGenerator<void> {
  const { candidateId, file, fileName, size } = payload;
  const files = yield* port('files');
  const refuse = (problem: string) => uploadMoved({ upload: { candidateId, fileName, problem } });
  try {
    if (size === 0) return void (yield* put(refuse('The file is empty. Please choose another.')));
    if (size > CHAT_FILE_MAX_BYTES)
      return void (yield* put(refuse('The file is larger than 10 MB. Please choose a smaller one.')));
    yield* put(uploadMoved({ upload: { candidateId, fileName, problem: null } }));
    const query = { fileName: fileName.slice(0, 255) };
    const { failure, answer } = yield* attempt(
      request('uploadChatFile', { params: { candidateId }, query, body: { file } }),
    );
    if (failure) return void (yield* put(refuse(`It was not attached. ${failureText(failure)}`)));
    const { chatFileId } = answer;
    yield* put(chatDraftChanged({ candidateId, file: { chatFileId, fileName: answer.fileName, size: answer.size } }));
    yield* put(uploadMoved({ upload: null }));
  } finally {
    yield* call(files.release, [file]);
  }
}
