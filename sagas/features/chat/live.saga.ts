/** Keeps the chat up to date in every page: what arrives over the socket, and what was missed. */
import { buffers } from 'redux-saga';
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { retryUntilAnswered } from '../../base/retry.saga';
import { withActionChannel } from '../../base/withActionChannel.saga';
import { request } from '../../session/token/request.saga';
import { caughtUp } from '../notifications/feed/feed.slice';
import { chatReceived } from '../notifications/toasts/toasts.slice';
import { chatChangesReceived } from '../realtime/realtime.slice';
import type { WithChat } from './chat.slice';
import { isNext } from './live.rules';
import { selectChatLive, selectMayChat, selectShownCandidate } from './live.selectors';
import { chatChanged, chatGapFound, chatUnsentFound } from './live.slice';
import type { ChatChanges, ChatMessage } from '../../../contract/chat/chat';
import type { ChatItem } from '../../../contract/notifications/notification';

/** The chat catches up whenever notifications do: after a new link, or when the tab becomes visible. */
const REASONS_TO_CATCH_UP = [caughtUp, chatGapFound];

/** Runs while someone is signed in. */
export function* watchChatLive(): SagaGenerator<void> {
  yield* fork(applyReceived);
  yield* takeLeading(REASONS_TO_CATCH_UP, bringUpToDate);
}

/** One at a time, because each result decides what the next one adds. */
function* applyReceived(): SagaGenerator<void> {
  const buffer = buffers.expanding<ReturnType<typeof chatChangesReceived>>(16);
  yield* withActionChannel(chatChangesReceived.type, buffer, function* (received) {
    while (true) yield* applyChat((yield* take(received)).payload.changes);
  });
}

/** Applies changes from the server, from a call or over the socket. */
export function* applyChat(changes: ChatChanges): SagaGenerator<void> {
  const live = yield* select(selectChatLive);
  if (isNext(live, changes)) {
    yield* put(chatChanged({ changes }));
    const items = itemsOf(changes);
    if (items.length > 0) yield* put(chatReceived({ items }));
  } else if (changes.position > live.position) yield* put(chatGapFound({ position: changes.position }));
}

/** The candidate whose thread the user sees in this tab. */
export function* threadOnScreen(): SagaGenerator<string | null> {
  const page = yield* port('page');
  return (yield* call(page.isVisible)) ? yield* select(selectShownCandidate) : null;
}

const selectIsLoaded = ({ chat }: WithChat): boolean =>
  chat !== undefined && (chat.list.records !== null || chat.shown?.thread != null);

/** Repeated while the server is unreachable or busy; after another failure the next event requests the same changes. */
function* bringUpToDate(): SagaGenerator<void> {
  if (yield* select(selectMayChat)) yield* attempt(retryUntilAnswered(catchUpChat, { sooner: REASONS_TO_CATCH_UP }));
}

/** Throws CallFailed. */
function* catchUpChat(): SagaGenerator<void> {
  while (true) {
    const { known, position } = yield* select(selectChatLive);
    const answer = yield* request('chatChanges', { query: known ? { position } : {} });
    if (known) yield* applyChat(answer);
    // What was loaded before the position was known may lack changes that were left out since.
    else yield* put(chatChanged({ changes: { ...answer, reset: answer.reset || (yield* select(selectIsLoaded)) } }));
    const now = yield* select(selectChatLive);
    if (now.ahead <= now.position || now.position === position) break;
  }
  yield* findUnsent();
}

/** The server answers: what an earlier page could not send is sent now, although the chat is not opened. */
function* findUnsent(): SagaGenerator<void> {
  const storage = yield* port('storage');
  if ((yield* call(storage.read, 'chatUnsent')) !== null) yield* put(chatUnsentFound());
}

/** Messages of candidates, for toasts. */
function itemsOf({ messages, threads }: ChatChanges): readonly ChatItem[] {
  const threadOf = ({ candidateId }: ChatMessage) => threads.find((thread) => thread.candidateId === candidateId);
  return messages
    .filter(({ fromCandidate }) => fromCandidate)
    .map((message) => ({
      id: message.id,
      candidateId: message.candidateId,
      candidateName: threadOf(message)?.candidateName ?? message.authorName,
      text: message.text === '' ? (message.file?.fileName ?? '') : message.text,
      createdDate: message.createdDate,
    }));
}
