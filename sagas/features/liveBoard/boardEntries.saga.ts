/** The shared board: immediately shows what colleagues do, and resolves conflicts between them. */
import type { Action } from '@reduxjs/toolkit';
import { buffers, type Channel, type Task } from 'redux-saga';
import type { Failure } from '../../../machines/failure';
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { noticeShown } from '../../base/notices/notices.slice';
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
  type SagaGenerator,
} from '../../base/runtime/effects';
import { withActionChannel } from '../../base/withActionChannel.saga';
import { request } from '../../session/token/request.saga';
import { recordsChanged } from '../realtime/realtime.slice';
import { pageFound, snapshotArrived } from '../notifications/feed/feed.slice';
import { findLeftOut, leftOut, reachOf, type Reach } from './leftOutEntries.saga';
import { boardLeft, boardOpened } from './liveBoard.slice';
import {
  alarmAcknowledgePressed,
  alarmBegun,
  alarmEnded,
  boardStateArrived,
  boardStateRequested,
  entryAcknowledgePressed,
  entryAssignPressed,
  entryBegun,
  entryEnded,
  handoverBegun,
  handoverEnded,
  handoverSubmitted,
  selectBoardEntries,
  takeOverBegun,
  takeOverEnded,
  takeOverPressed,
  type BoardEntry,
} from './boardEntries.slice';

/** Changes by several users are shown together. */
const SETTLE_MS = 100;
/** All boards of an organization learn of a change at the same moment: the more people, the more their loads spread. */
const SPREAD_MS_PER_PERSON = 8;
/** The server notifies a board for at least 45 s after it was loaded, so it reloads within that time. */
const LOOK_AGAIN_MS = 20_000;
/** One load in this many fetches the whole state, which also has new colleagues; the others fetch only changes. */
const WHOLE_EVERY = 30;
/** After these, what is shown may be out of date. */
const RELOAD_TRIGGERS = [recordsChanged, pageBecameVisible, snapshotArrived, pageFound, boardStateRequested].map(
  ({ type }) => type,
);

/** Runs with the sagas of the board, which have added its reducers. */
export function* watchBoardEntries(): SagaGenerator<void> {
  yield* takeEvery(entryAcknowledgePressed, acknowledge);
  yield* takeEvery(entryAssignPressed, assign);
  yield* takeEvery(alarmAcknowledgePressed, acknowledgeAlarm);
  yield* takeEvery(takeOverPressed, takeOver);
  yield* fork(handOver);
  let keeping: Task | null = null;
  while (true) {
    const action = yield* take([boardOpened.type, boardLeft.type]);
    if (keeping !== null) yield* cancel(keeping);
    keeping = boardOpened.match(action) ? yield* fork(keepShared) : null;
  }
}

/**
 * The only one that loads the state, so no answer replaces a later one. After a failure it reloads with the next round;
 * what is shown stays.
 */
function* keepShared(): SagaGenerator<void> {
  // Buffers signs of changes that arrive during a load, because its answer may lack these changes.
  yield* withActionChannel(RELOAD_TRIGGERS, buffers.expanding<Action>(4), reloadAfter);
}

function* reloadAfter(signs: Channel<Action>): SagaGenerator<never> {
  let since = null as string | null;
  let loads = 0;
  let reach: Reach = { upTo: 0, isFull: false, asked: new Set() };
  let changed = undefined as Action | undefined;
  const refusedIds = new Set<string>();
  while (true) {
    const others = yield* flush(signs);
    const seen = [...(changed === undefined ? [] : [changed]), ...(Array.isArray(others) ? others : [])];
    // A snapshot may bring notifications that colleagues have acknowledged before.
    if (loads % WHOLE_EVERY === 0 || seen.some(snapshotArrived.match)) since = null;
    for (const sign of seen)
      if (boardStateRequested.match(sign) && sign.payload) refusedIds.add(sign.payload.notificationId);
    const { answer } = yield* attempt(request('boardState', { query: since === null ? {} : { since } }));
    if (answer !== null) {
      yield* put(boardStateArrived(answer));
      since = answer.asOf;
      loads += 1;
      reach = (yield* reachOf(answer)) ?? reach;
      yield* findLeftOut(reach, refusedIds);
    }
    const next = yield* race({
      changed: call(awaitBoardChange, signs, reach),
      waited: call(pause, LOOK_AGAIN_MS),
    });
    changed = next.changed;
  }
}

/**
 * Waits for a change of this board and a random delay, so that boards do not load at once. Returns the action.
 */
function* awaitBoardChange(signs: Channel<Action>, reach: Reach): SagaGenerator<Action> {
  while (true) {
    const action = yield* take(signs);
    if (pageFound.match(action) && (yield* leftOut(reach)).length === 0) continue;
    const { boardId, people } = yield* select(selectBoardEntries);
    const isOfBoard = recordsChanged.match(action);
    if (isOfBoard && (boardId === null || !action.payload.ids.includes(boardId))) continue;
    yield* call(pause, SETTLE_MS);
    if (isOfBoard) {
      const random = yield* port('random');
      const spreadMs = people.length * SPREAD_MS_PER_PERSON * (yield* call(random.next));
      // The user's own press does not wait for others.
      yield* race({ spread: call(pause, spreadMs), own: take(boardStateRequested) });
    }
    return action;
  }
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

/** Repeats a request without an answer under the same id, so that a note is saved once. */
function* handOver(): SagaGenerator<void> {
  const random = yield* port('random');
  let unanswered = null as { readonly note: string; readonly requestId: string } | null;
  while (true) {
    const { payload } = yield* take(handoverSubmitted);
    if (unanswered?.note !== payload.note) unanswered = { ...payload, requestId: yield* call(random.uuid) };
    yield* put(handoverBegun());
    const { failure, answer } = yield* attempt(request('writeHandover', { body: unanswered }));
    if (failure === null) unanswered = null;
    yield* put(handoverEnded({ handover: answer, error: failure && failureText(failure) }));
  }
}

/** The pressed note, also if others have come or gone in the meantime. */
function* takeOver({ payload: { handoverId } }: ReturnType<typeof takeOverPressed>): SagaGenerator<void> {
  const { busy } = yield* select(selectBoardEntries);
  if (busy.includes(handoverId)) return;
  yield* put(takeOverBegun({ handoverId }));
  const { failure, answer } = yield* attempt(request('acknowledgeHandover', { params: { handoverId } }));
  yield* put(takeOverEnded({ handoverId, handover: answer }));
  if (failure !== null) yield* refused(failure);
}
