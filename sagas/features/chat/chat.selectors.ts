/** What the screens of the chat show. */
import { createSelector } from 'reselect';
import { CHAT_TEXT_MAX_LENGTH, type ChatMessage, type ChatThread } from '../../../contract/chat/chat';
import type { ChatOutboxContext, OutgoingMessage, Refused } from '../../../machines/chatOutbox/chatOutbox.machine';
import { failureText } from '../../base/http/failureText';
import { machineSelector } from '../../base/runtime/machines.slice';
import { sizeText } from '../../base/numbers';
import { selectPersistentQuery, type WithPage } from '../../navigation/location/location.selectors';
import { rootOf } from '../../navigation/routes/resolve';
import { selectUser } from '../../session/session.selectors';
import { hasMoreThreads } from './chat.rules';
import { chatReducers, draftOf, type ChatState, type WithChat } from './chat.slice';
import { CHAT_PARAM } from './live.selectors';

export const OUTBOX = 'chatOutbox';
/** Messages that the server does not have yet; null before the machine runs. */
export const selectOutbox = machineSelector<ChatOutboxContext>(OUTBOX);
const NOTHING: ChatState = chatReducers.chat(undefined, { type: '' });

/** Empty until the chat's part is loaded. */
export const selectChat = ({ chat }: WithChat): ChatState => chat ?? NOTHING;
/** The list of threads with its search. */
export const selectThreadList = (state: WithChat): ChatState['list'] => selectChat(state).list;

/** Whether the server has threads that are not listed yet. */
export const selectHasMoreThreads = (state: WithChat): boolean => hasMoreThreads(selectThreadList(state));

/** The number up to which the open thread is to be marked as read; null if all of it is read. */
export const selectUnreadNumber = createSelector(
  [selectChat],
  ({ shown }): { readonly candidateId: string; readonly number: number } | null => {
    const number = shown?.messages.at(-1)?.number ?? 0;
    if (shown?.thread == null || shown.thread.unread === 0 || number <= shown.thread.read) return null;
    return { candidateId: shown.candidateId, number };
  },
);

export interface MessageView {
  readonly key: string;
  readonly author: string;
  readonly side: 'candidate' | 'own' | 'colleague';
  readonly text: string;
  readonly file: { readonly id: string; readonly fileName: string; readonly size: string } | null;
  /** When it was written, epoch ms. */
  readonly at: number;
  /** 'Delivered'; empty for messages of others. */
  readonly state: string;
  /** Why it was refused; it can be sent again or discarded. */
  readonly refusedAs: string | null;
}

export interface ThreadView {
  readonly candidateId: string;
  readonly title: string;
  readonly about: string;
  readonly loaded: boolean;
  readonly error: string | null;
  readonly more: boolean;
  readonly loadingOlder: boolean;
  readonly messages: readonly MessageView[];
  /** Whether the user may write. */
  readonly mayAnswer: boolean;
  readonly draft: string;
  readonly file: { readonly fileName: string; readonly size: string } | null;
  readonly upload: { readonly fileName: string; readonly problem: string | null } | null;
  readonly canSend: boolean;
  /** Characters too many; 0 where it fits. */
  readonly excess: number;
}

function sentView(message: ChatMessage, { delivered, seen }: ChatThread): MessageView {
  const { number, fromCandidate, requestId, file } = message;
  const reached = number <= seen ? 'Read' : number <= delivered ? 'Delivered' : 'Sent';
  return {
    key: requestId ?? message.id,
    author: requestId === null ? message.authorName : 'You',
    side: fromCandidate ? 'candidate' : requestId === null ? 'colleague' : 'own',
    text: message.text,
    file: file && { id: file.id, fileName: file.fileName, size: sizeText(file.size) },
    at: Date.parse(message.createdDate),
    state: fromCandidate ? '' : reached,
    refusedAs: null,
  };
}

const outgoingView = ({ requestId, text, file, at }: OutgoingMessage, state: string): MessageView => ({
  key: requestId,
  author: 'You',
  side: 'own',
  text,
  file: file && { id: file.chatFileId, fileName: file.fileName, size: sizeText(file.size) },
  at,
  state,
  refusedAs: null,
});

const refusedView = ({ outgoing, failure }: Refused): MessageView => ({
  ...outgoingView(outgoing, 'Not sent'),
  refusedAs: failureText(failure),
});

/** The thread on screen with the user's messages that are still being sent; null while there is none. */
export const selectThreadView = createSelector(
  [selectChat, selectOutbox, (state: WithPage) => selectUser(state)],
  (chat, outbox, user): ThreadView | null => {
    const { shown } = chat;
    if (shown === null || user === null) return null;
    const { candidateId, thread, messages } = shown;
    const draft = draftOf(chat, candidateId);
    const excess = Math.max(0, draft.text.trim().length - CHAT_TEXT_MAX_LENGTH);
    const known = new Set(messages.map(({ requestId }) => requestId));
    const isOwn = ({ candidateId: of, requestId }: OutgoingMessage) => of === candidateId && !known.has(requestId);
    const waits = outbox?.tags.includes('waiting') === true ? 'Waiting for the connection' : 'Sending';
    const upload = chat.uploads[candidateId] ?? null;
    return {
      candidateId,
      title: thread?.candidateName ?? 'Chat',
      about: thread === null ? '' : `Candidate ${thread.candidateNumber} · ${thread.supplier}`,
      loaded: thread !== null,
      error: shown.failure === null ? null : failureText(shown.failure),
      more: shown.more,
      loadingOlder: shown.loadingOlder,
      messages: [
        ...(thread === null ? [] : messages.map((message) => sentView(message, thread))),
        ...(outbox?.context.refused.filter(({ outgoing }) => isOwn(outgoing)).map(refusedView) ?? []),
        ...(outbox?.context.queue.filter(isOwn).map((outgoing) => outgoingView(outgoing, waits)) ?? []),
      ],
      mayAnswer: user.permissions.includes('CANDIDATE_CHAT_ANSWER'),
      draft: draft.text,
      file: draft.file && { fileName: draft.file.fileName, size: sizeText(draft.file.size) },
      upload,
      canSend:
        excess === 0 &&
        (draft.text.trim() !== '' || draft.file !== null) &&
        (upload === null || upload.problem !== null),
      excess,
    };
  },
);

/** The newest message of the open thread, as it is announced: own ones have no text. Null until they are loaded. */
export const selectArrival = createSelector(
  [
    (state: WithChat) => selectChat(state).shown?.thread?.candidateId ?? null,
    (state: WithChat) => selectChat(state).shown?.messages.at(-1) ?? null,
  ],
  (candidateId, last) =>
    candidateId === null
      ? null
      : {
          candidateId,
          number: last?.number ?? 0,
          text:
            last === null || last.requestId !== null ? '' : `${last.authorName}: ${last.text || last.file?.fileName}`,
        },
);

/** The address of the page with this thread open; null without one for the list. */
export const selectChatAddress = createSelector(
  [(state: WithPage) => selectUser(state), selectPersistentQuery],
  (user, persistentQuery) => {
    const base = user === null ? '/' : `/${rootOf(user)}/chat`;
    return (candidateId: string | null): string => {
      const params = new URLSearchParams(persistentQuery);
      if (candidateId !== null) params.set(CHAT_PARAM, candidateId);
      const search = params.toString();
      return search === '' ? base : `${base}?${search}`;
    };
  },
);
