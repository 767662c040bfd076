/** What its sender does about those who have not accepted a broadcast: a reminder, a deadline, receipts. */
import { CallFailed, type Failure } from '../../../../machines/failure';
import { ownZone } from '../../../base/dates';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { isUnanswered } from '../../../base/http/outcome';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { call, fork, put, select, take, takeLeading, type SagaGenerator } from '../../../base/runtime/effects';
import { isoInstant, wallInstant, wallText } from '../../../base/zones';
import { request } from '../../../session/token/request.saga';
import { download } from '../../documents/documents.saga';
import { selectBroadcastPage, selectBroadcastRequest } from './broadcast.selectors';
import {
  broadcastReloadRequested,
  deadlineRefused,
  deadlineSaved,
  deadlineSubmitted,
  followUpBegun,
  followUpEnded,
  receiptsRequested,
  reminderPressed,
  type DeadlineValues,
  type FollowUp,
} from './broadcast.slice';
import { countText } from '../../../base/numbers';

/** A second press while the first is on its way is ignored. */
export function* watchFollowUps(): SagaGenerator<void> {
  yield* fork(remindAll);
  yield* takeLeading(deadlineSubmitted, saveDeadline);
  yield* takeLeading(receiptsRequested, saveReceipts);
}

/** Repeats a request without an answer under the same id, so that no one is reminded twice. */
function* remindAll(): SagaGenerator<void> {
  const random = yield* port('random');
  let unanswered = null as { readonly entityId: string; readonly requestId: string } | null;
  while (true) {
    yield* take(reminderPressed);
    const entityId = (yield* select(selectBroadcastRequest))?.entityId;
    if (entityId === undefined) continue;
    if (unanswered?.entityId !== entityId) unanswered = { entityId, requestId: yield* call(random.uuid) };
    const { requestId } = unanswered;
    const { failure, answer } = yield* during(
      'reminder',
      attempt(request('remindBroadcast', { params: { entityId }, body: { requestId } })),
    );
    if (failure === null || failure.kind === 'refused') unanswered = null;
    const text = failure ? notRemindedText(failure) : remindedText(answer.people);
    yield* put(noticeShown({ tone: failure ? 'negative' : 'positive', text }));
    yield* put(broadcastReloadRequested());
  }
}

/** Without an answer it is unknown whether they were reminded. */
function notRemindedText(failure: Failure): string {
  return isUnanswered({ failure })
    ? 'No answer arrived, so the reminders may or may not have been sent. Please try again: they are sent only once.'
    : `No reminders were sent. ${failureText(failure)}`;
}

/** The notice for the sender after a reminder. */
export function remindedText(people: number): string {
  if (people === 0) return 'Everyone has accepted it in the meantime, so no reminders were sent.';
  return people === 1 ? 'One person was reminded.' : `${countText(people)} people were reminded.`;
}

function* saveDeadline({ payload }: ReturnType<typeof deadlineSubmitted>): SagaGenerator<void> {
  const entityId = (yield* select(selectBroadcastRequest))?.entityId;
  if (entityId === undefined) return;
  const { failure } = yield* during('deadline', attempt(putDeadline(entityId, payload)));
  if (failure) return void (yield* put(deadlineRefused({ error: failureText(failure) })));
  yield* put(deadlineSaved());
  yield* put(broadcastReloadRequested());
}

function* putDeadline(entityId: string, { acceptBy, escalateTo }: DeadlineValues): SagaGenerator<void> {
  const saved = (yield* select(selectBroadcastPage))?.broadcast?.acceptBy ?? null;
  // In the hour that clocks repeat, a wall time that was not changed must not become the earlier instant.
  const isSame = saved !== null && acceptBy === wallText(Date.parse(saved), ownZone());
  const at = acceptBy === '' ? null : isSame ? Date.parse(saved) : wallInstant(acceptBy, ownZone());
  if (acceptBy !== '' && at === null) {
    const message = 'This time does not exist in your time zone, because clocks change then. Please choose another.';
    throw new CallFailed({ kind: 'refused', status: 400, code: 'request.invalid', message });
  }
  const body = { acceptBy: at === null ? null : isoInstant(at), escalateTo: at === null ? [] : [...escalateTo] };
  yield* request('setBroadcastDeadline', { params: { entityId }, body });
}

function* saveReceipts(): SagaGenerator<void> {
  const entityId = (yield* select(selectBroadcastRequest))?.entityId;
  if (entityId === undefined) return;
  yield* during(
    'receipts',
    download(() => call(request<'broadcastReceipts'>, 'broadcastReceipts', { params: { entityId } })),
  );
}

function* during<T>(what: FollowUp, work: SagaGenerator<T>): SagaGenerator<T> {
  yield* put(followUpBegun({ what }));
  try {
    return yield* work;
  } finally {
    yield* put(followUpEnded());
  }
}
