/** What its sender does about those who have not accepted a broadcast: a reminder, a deadline, receipts. */
import type { Failure } from '../../../../machines/failure';
import { ownZone } from '../../../base/dates';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { isUnanswered } from '../../../base/http/outcome';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { call, put, select, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { isoInstant, wallInstant, wallText } from '../../../base/zones';
import { request } from '../../../session/token/request.saga';
import { download } from '../../documents/download.saga';
import { selectBroadcastPage } from './broadcast.selectors';
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

/** Deadlines that were sent without an answer, and may be saved, by broadcast. */
type UnansweredDeadlines = Map<string, ReadonlySet<string | null>>;

/** A second press while the first is on its way is ignored; other broadcasts are followed up meanwhile. */
export function* watchFollowUps(): SagaGenerator<void> {
  const unanswered = new Map<string, string>();
  const unansweredDeadlines: UnansweredDeadlines = new Map();
  yield* takeEvery(reminderPressed, remind, unanswered);
  yield* takeEvery(deadlineSubmitted, setDeadline, unansweredDeadlines);
  yield* takeEvery(receiptsRequested, fetchReceipts);
}

function* remind(unanswered: Map<string, string>): SagaGenerator<void> {
  yield* during('reminder', (entityId) => remindAll(entityId, unanswered));
}

function* setDeadline(
  unanswered: UnansweredDeadlines,
  { payload }: ReturnType<typeof deadlineSubmitted>,
): SagaGenerator<void> {
  yield* during('deadline', (entityId) => saveDeadline(entityId, payload, unanswered));
}

function* fetchReceipts(): SagaGenerator<void> {
  yield* during('receipts', saveReceipts);
}

function* during(what: FollowUp, work: (entityId: string) => SagaGenerator<void>): SagaGenerator<void> {
  const page = yield* select(selectBroadcastPage);
  if (page === null || page.busy.includes(what)) return;
  const { entityId } = page;
  yield* put(followUpBegun({ entityId, what }));
  try {
    yield* work(entityId);
  } finally {
    yield* put(followUpEnded({ entityId, what }));
  }
}

/** Repeats a request without an answer under the same id, so that no one is reminded twice. */
function* remindAll(entityId: string, unanswered: Map<string, string>): SagaGenerator<void> {
  const random = yield* port('random');
  const requestId = unanswered.get(entityId) ?? (yield* call(random.uuid));
  unanswered.set(entityId, requestId);
  const { failure, answer } = yield* attempt(request('remindBroadcast', { params: { entityId }, body: { requestId } }));
  if (failure === null || failure.kind === 'refused') unanswered.delete(entityId);
  const text = failure ? notRemindedText(failure) : remindedText(answer.people);
  yield* put(noticeShown({ tone: failure ? 'negative' : 'positive', text }));
  yield* put(broadcastReloadRequested());
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

function* saveDeadline(entityId: string, wanted: DeadlineValues, unanswered: UnansweredDeadlines): SagaGenerator<void> {
  const failure = yield* sendDeadline(entityId, wanted, unanswered);
  yield* put(failure ? deadlineRefused({ entityId, error: notSavedText(failure) }) : deadlineSaved({ entityId }));
  // A conflict is about what is not shown yet.
  if (failure === null || isUnanswered({ failure }) || isConflict(failure)) yield* put(broadcastReloadRequested());
}

const isConflict = (failure: Failure): boolean => failure.kind === 'refused' && failure.code === 'conflict';

/** Without an answer it is unknown whether the deadline was saved. */
function notSavedText(failure: Failure): string {
  return isUnanswered({ failure })
    ? 'No answer arrived, so the deadline may or may not have been saved. Save it again to be sure.'
    : `The deadline was not saved. ${failureText(failure)}`;
}

/** Replaces the deadline that the form was opened on, or one that was sent from here and whose answer was lost. */
function* sendDeadline(
  entityId: string,
  { acceptBy, escalateTo, replaces }: DeadlineValues,
  unanswered: UnansweredDeadlines,
): SagaGenerator<Failure | null> {
  // In the hour that clocks repeat, a wall time that was not changed must not become the earlier instant.
  const isSame = replaces !== null && acceptBy === wallText(Date.parse(replaces), ownZone());
  const at = acceptBy === '' ? null : isSame ? Date.parse(replaces) : wallInstant(acceptBy, ownZone());
  if (acceptBy !== '' && at === null) {
    const message = 'This time does not exist in your time zone, because clocks change then. Please choose another.';
    return { kind: 'refused', status: 400, code: 'request.invalid', message };
  }
  const deadline = {
    acceptBy: at === null ? null : isoInstant(at),
    escalateTo: at === null ? [] : [...escalateTo],
  };
  const own = unanswered.get(entityId) ?? [];
  let failure: Failure | null = null;
  for (const each of [replaces, ...own]) {
    const body = { ...deadline, replaces: each };
    ({ failure } = yield* attempt(request('setBroadcastDeadline', { params: { entityId }, body })));
    if (failure === null || !isConflict(failure)) break;
  }
  if (failure === null) unanswered.delete(entityId);
  else if (isUnanswered({ failure })) unanswered.set(entityId, new Set([...own, deadline.acceptBy]));
  return failure;
}

function* saveReceipts(entityId: string): SagaGenerator<void> {
  yield* download(() => call(request<'broadcastReceipts'>, 'broadcastReceipts', { params: { entityId } }));
}
