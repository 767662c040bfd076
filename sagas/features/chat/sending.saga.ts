/** Writing to candidates: drafts that survive the page, files, and the outbox, which sends one message at a time. */
import type { Action } from '@reduxjs/toolkit';
import { CHAT_FILE_MAX_BYTES } from '../../../contract/chat/chat';
import {
  chatOutboxMachine,
  type ChatOutboxEvent,
  type OutgoingMessage,
  type Refused,
  type StoredMessages,
} from '../../../machines/chatOutbox/chatOutbox.machine';
import type { Failure } from '../../../machines/failure';
import { backoff } from '../../base/backoff.saga';
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { browserOnline, pageBecameVisible } from '../../base/pageSignals.saga';
import { port } from '../../base/ports/ports';
import { call, put, race, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { request } from '../../session/token/request.saga';
import { OUTBOX, selectChat, selectOutbox } from './chat.selectors';
import {
  chatDiscardPressed,
  chatDraftChanged,
  chatFileChosen,
  chatOutgoing,
  chatReducers,
  chatRetryPressed,
  chatSendPressed,
  chatUnsentLoaded,
  chatUploadRemoved,
  draftOf,
  draftsLoaded,
  uploadMoved,
} from './chat.slice';
import { applyChat } from './live.saga';
import { selectChatLive } from './live.selectors';
import { chatChanged } from './live.slice';
import { changeUnsent, loadUnsent, type Unsent } from './unsent.saga';

const forwards: readonly Forward<ChatOutboxEvent>[] = [
  forward(chatOutgoing, (outgoing) => ({ type: 'SEND', outgoing })),
  forward(chatRetryPressed, ({ requestId }) => ({ type: 'RETRY', requestId })),
  forward(chatDiscardPressed, ({ requestId }) => ({ type: 'DISCARD', requestId })),
  forward(chatUnsentLoaded, (stored) => ({ type: 'LOADED', ...stored })),
  forward(browserOnline, () => ({ type: 'ONLINE' })),
];

/** A message that this user sent arrives, here or in another tab. */
const isOwnArrival = (action: Action): boolean =>
  chatChanged.match(action) && action.payload.changes.messages.some(({ requestId }) => requestId !== null);

/**
 * A late part, which runs until the session ends. Starts with what an earlier page could not send; what was refused is
 * not sent.
 */
export function* watchSending(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, chatReducers);
  const { drafts, outbox } = yield* loadUnsent();
  yield* put(draftsLoaded({ drafts }));
  yield* takeEvery(chatDraftChanged, keepDraft);
  yield* takeEvery(isOwnArrival, loadDrafts);
  yield* takeEvery(pageBecameVisible, loadAll);
  yield* takeEvery(chatSendPressed, send);
  yield* takeEvery(chatFileChosen, attach);
  // Before the outbox, which then removes the message.
  yield* takeEvery(chatDiscardPressed, returnText);
  yield* call(runMachine<typeof chatOutboxMachine>, {
    name: OUTBOX,
    machine: chatOutboxMachine,
    input: storedIn(outbox),
    forwards,
    delay: pause,
    services: { sendMessage, backoff },
    actions: { keep: keepOutgoing, keepRefusal, forget: removeStored },
  });
}

const storedIn = (outbox: Unsent['outbox']): StoredMessages => ({
  queue: outbox.flatMap(({ failure, ...outgoing }) => (failure === null ? [outgoing] : [])),
  refused: outbox.flatMap(({ failure, ...outgoing }): Refused[] => (failure === null ? [] : [{ outgoing, failure }])),
});

/** A draft that was sent in another tab is not sent here again. */
function* loadDrafts(): SagaGenerator<void> {
  yield* put(draftsLoaded({ drafts: (yield* loadUnsent()).drafts }));
}

/** Also the messages: another tab may have discarded some, or left some when it was closed. */
function* loadAll(): SagaGenerator<void> {
  const { drafts, outbox } = yield* loadUnsent();
  yield* put(draftsLoaded({ drafts }));
  yield* put(chatUnsentLoaded(storedIn(outbox)));
}

function* keepDraft({ payload: { candidateId } }: ReturnType<typeof chatDraftChanged>): SagaGenerator<void> {
  const draft = draftOf(yield* select(selectChat), candidateId);
  yield* changeUnsent((unsent) => ({ ...unsent, drafts: { ...unsent.drafts, [candidateId]: draft } }));
}

/** Moves the draft to the outbox, which clears the field for the next message. */
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

/** The text of a discarded message can be sent again, for example with its file attached again. */
function* returnText({ payload: { requestId } }: ReturnType<typeof chatDiscardPressed>): SagaGenerator<void> {
  const refused = (yield* select(selectOutbox))?.context.refused ?? [];
  const outgoing = refused.find((each) => each.outgoing.requestId === requestId)?.outgoing;
  if (outgoing === undefined) return;
  const { candidateId, text } = outgoing;
  if (draftOf(yield* select(selectChat), candidateId).text.trim() === '')
    yield* put(chatDraftChanged({ candidateId, text }));
}

/** Throws CallFailed. */
function* sendMessage({ requestId, candidateId, text, file }: OutgoingMessage): SagaGenerator<void> {
  const { known, position } = yield* select(selectChatLive);
  const body = { requestId, text, ...(file && { chatFileId: file.chatFileId }), ...(known && { position }) };
  const { changes } = yield* request('sendChatMessage', { params: { candidateId }, body }, { stays: true });
  yield* applyChat(changes);
}

function* keepOutgoing({ outgoing }: { readonly outgoing: OutgoingMessage }): SagaGenerator<void> {
  const { requestId } = outgoing;
  yield* changeUnsent((unsent) => ({
    ...unsent,
    outbox: [...unsent.outbox.filter((each) => each.requestId !== requestId), { ...outgoing, failure: null }],
  }));
}

/** Stays away if its author has discarded it in another tab. */
function* keepRefusal({
  requestId,
  failure,
}: {
  readonly requestId: string;
  readonly failure: Failure;
}): SagaGenerator<void> {
  yield* changeUnsent((unsent) => ({
    ...unsent,
    outbox: unsent.outbox.map((each) => (each.requestId === requestId ? { ...each, failure } : each)),
  }));
}

function* removeStored({ requestId }: { readonly requestId: string }): SagaGenerator<void> {
  yield* changeUnsent((unsent) => ({
    ...unsent,
    outbox: unsent.outbox.filter((each) => each.requestId !== requestId),
  }));
}

/** Another file for the same candidate replaces it. Also removing it aborts the request. */
function* attach(chosen: ReturnType<typeof chatFileChosen>): SagaGenerator<void> {
  const isOver = (action: Action): boolean =>
    (chatFileChosen.match(action) || chatUploadRemoved.match(action)) &&
    action.payload.candidateId === chosen.payload.candidateId;
  yield* race({ done: call(upload, chosen), over: take(isOver) });
}

/** Uploaded immediately, so that only its id is sent with the message. */
function* upload({ payload }: ReturnType<typeof chatFileChosen>): SagaGenerator<void> {
  const { candidateId, file, fileName, size } = payload;
  const files = yield* port('files');
  const refuse = (problem: string) => uploadMoved({ candidateId, upload: { fileName, problem } });
  try {
    if (size === 0) return void (yield* put(refuse('The file is empty. Please choose another.')));
    if (size > CHAT_FILE_MAX_BYTES)
      return void (yield* put(refuse('The file is larger than 10 MB. Please choose a smaller one.')));
    yield* put(uploadMoved({ candidateId, upload: { fileName, problem: null } }));
    const query = { fileName: fileName.slice(0, 255) };
    const { failure, answer } = yield* attempt(
      request('uploadChatFile', { params: { candidateId }, query, body: { file } }),
    );
    if (failure) return void (yield* put(refuse(`It was not attached. ${failureText(failure)}`)));
    const { chatFileId } = answer;
    yield* put(chatDraftChanged({ candidateId, file: { chatFileId, fileName: answer.fileName, size: answer.size } }));
    yield* put(uploadMoved({ candidateId, upload: null }));
  } finally {
    yield* call(files.release, [file]);
  }
}
