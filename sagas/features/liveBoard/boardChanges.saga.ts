/** What users change on the shared board; conflicts between them are resolved on the server. */
import type { BodyOf } from '../../../contract/endpoints';
import type { Failure } from '../../../machines/failure';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import {
  alarmAcknowledgePressed,
  alarmBegun,
  alarmEnded,
  boardStateRequested,
  entryAcknowledgePressed,
  entryAssignPressed,
  entryBegun,
  entryEnded,
  handoverBegun,
  handoverEnded,
  handoverFormCleared,
  handoverSubmitted,
  selectBoardEntries,
  takeOverBegun,
  takeOverEnded,
  takeOverPressed,
  type BoardEntry,
} from './boardEntries.slice';

export function* watchBoardChanges(): SagaGenerator<void> {
  yield* takeEvery(entryAcknowledgePressed, acknowledge);
  yield* takeEvery(entryAssignPressed, assign);
  yield* takeEvery(alarmAcknowledgePressed, acknowledgeAlarm);
  yield* takeEvery(takeOverPressed, takeOver);
  yield* fork(handOver);
}

function* acknowledge({ payload }: ReturnType<typeof entryAcknowledgePressed>): SagaGenerator<void> {
  const { notificationId } = payload;
  const { busy, entries } = yield* select(selectBoardEntries);
  if (busy.includes(notificationId) || entries[notificationId] !== undefined) return;
  yield* change(notificationId, request('acknowledgeEntry', { params: { notificationId } }));
}

function* assign({ payload }: ReturnType<typeof entryAssignPressed>): SagaGenerator<void> {
  const { notificationId, assigneeId } = payload;
  const { busy, entries } = yield* select(selectBoardEntries);
  if (busy.includes(notificationId)) return;
  const version = entries[notificationId]?.version ?? 0;
  yield* change(notificationId, request('assignEntry', { params: { notificationId }, body: { assigneeId, version } }));
}

/** If another user was first, the server's answer names them, and the board shows the current state. */
function* change(notificationId: string, work: SagaGenerator<BoardEntry>): SagaGenerator<void> {
  yield* put(entryBegun({ notificationId }));
  const { failure, answer } = yield* attempt(work);
  yield* put(entryEnded({ notificationId, entry: answer }));
  if (failure !== null) yield* refused(failure, { notificationId });
}

function* acknowledgeAlarm({ payload: { alarmId } }: ReturnType<typeof alarmAcknowledgePressed>): SagaGenerator<void> {
  const { busy } = yield* select(selectBoardEntries);
  if (busy.includes(alarmId)) return;
  yield* put(alarmBegun({ alarmId }));
  const { failure, answer } = yield* attempt(request('acknowledgeAlarm', { params: { alarmId } }));
  yield* put(alarmEnded({ alarmId, alarm: answer }));
  if (failure !== null) yield* refused(failure);
}

/** Shows the reason, and the current state; after a conflict also that of its entry. */
function* refused(failure: Failure, ofEntry?: { readonly notificationId: string }): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'negative', text: failureText(failure) }));
  const isConflict = failure.kind === 'refused' && failure.code === 'conflict';
  yield* put(boardStateRequested(isConflict ? ofEntry : undefined));
}

/** A note whose answer is lost is sent again under the same id, so that it is saved once. */
function* handOver(): SagaGenerator<void> {
  const random = yield* port('random');
  let unanswered = null as BodyOf<'writeHandover'> | null;
  while (true) {
    const action = yield* take([handoverSubmitted.type, handoverFormCleared.type]);
    if (!handoverSubmitted.match(action)) {
      // From another form, the same text is a new note: someone may have taken over the earlier one.
      unanswered = null;
      continue;
    }
    const { note } = action.payload;
    const body = unanswered?.note === note ? unanswered : { note, requestId: yield* call(random.uuid) };
    yield* put(handoverBegun());
    const { failure, answer, mayBeDone } = yield* sendAgain(() => request('writeHandover', { body }));
    if (failure === null) unanswered = null;
    else if (mayBeDone) unanswered = body;
    const mayBeSaved = unanswered === body;
    yield* put(handoverEnded({ handover: answer, error: failure && notSavedText(failure, mayBeSaved) }));
    if (mayBeSaved) yield* put(boardStateRequested());
  }
}

const notSavedText = (failure: Failure, mayBeSaved: boolean): string =>
  mayBeSaved
    ? `It is not known whether the note was saved. ${failureText(failure)} With the same text, it is saved only once; before you change the text, please check whether the board already shows the note.`
    : `The note was not saved. ${failureText(failure)}`;

/** The pressed note, also if others have come or gone in the meantime. */
function* takeOver({ payload: { handoverId } }: ReturnType<typeof takeOverPressed>): SagaGenerator<void> {
  const { busy } = yield* select(selectBoardEntries);
  if (busy.includes(handoverId)) return;
  yield* put(takeOverBegun({ handoverId }));
  const { failure, answer } = yield* attempt(request('acknowledgeHandover', { params: { handoverId } }));
  yield* put(takeOverEnded({ handoverId, handover: answer }));
  if (failure !== null) yield* refused(failure);
}
