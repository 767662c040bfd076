/** Acts on records: loads their states, asks first where something is asked, and takes actions back. */
import { RECORDS_PER_CALL, type ActionKind } from '../../../contract/records/action';
import { actsOn, findAction } from '../../../contract/records/actions';
import type { Failure } from '../../../machines/failure';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports';
import { call, put, select, takeEvery, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import { run, selectState } from './perform.saga';
import { recordActionPressed, recordActionsNeeded, recordsActed } from './recordActions.intents';
import { readDraft } from './recordActions.rules';
import {
  actionAsked,
  actionConfirmed,
  actionDraftRefused,
  actionUndone,
  recordActionsReducers,
  recordsKnown,
} from './recordActions.slice';

/** A late part, loaded with the first record that is acted on. One action after the other. */
export function* watchRecordActions(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, recordActionsReducers);
  yield* takeEvery(recordActionsNeeded, loadNeeded);
  yield* takeLeading(recordActionPressed, press);
  yield* takeLeading(actionConfirmed, confirm);
  yield* takeEvery(actionUndone, undo);
}

/** Who may do nothing to such records is refused their states, and needs none. */
function* loadNeeded({ payload: { kind, ids } }: ReturnType<typeof recordActionsNeeded>): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user !== null && actsOn(kind, user)) yield* call(load, kind, ids);
}

/** Returns the failure, if there was one. */
function* load(kind: ActionKind, ids: readonly string[]): SagaGenerator<Failure | null> {
  for (let from = 0; from < ids.length; from += RECORDS_PER_CALL) {
    const body = { recordIds: ids.slice(from, from + RECORDS_PER_CALL) };
    const { failure, answer } = yield* attempt(request('recordStates', { params: { kind }, body }));
    if (failure) return failure;
    yield* put(recordsKnown({ records: answer.records }));
  }
  return null;
}

/** Asks first where the action needs something, or cannot be taken back. */
function* press({ payload }: ReturnType<typeof recordActionPressed>): SagaGenerator<void> {
  const { kind, action, ids } = payload;
  const rule = findAction(kind, action);
  if (rule === undefined || ids.length === 0) return;
  const { known = {}, run: current = null } = (yield* select(selectState)) ?? {};
  if (current !== null && !current.isOver) return;
  const failure = yield* call(
    load,
    kind,
    ids.filter((id) => known[id] === undefined),
  );
  if (failure) {
    yield* put(noticeShown({ tone: 'negative', text: `${rule.label}: nothing was done. ${failureText(failure)}` }));
    return;
  }
  if (rule.safety === 'confirmation' || Object.keys(rule.asks).length > 0) yield* put(actionAsked(payload));
  else yield* call(run, payload, {});
}

function* confirm(): SagaGenerator<void> {
  const dialog = (yield* select(selectState))?.dialog;
  const rule = dialog && findAction(dialog.kind, dialog.action);
  if (!dialog || !rule) return;
  const read = readDraft(rule, dialog.draft);
  if ('errors' in read) yield* put(actionDraftRefused(read));
  else yield* call(run, dialog, read.input);
}

/** Takes back what was done to each of them. */
function* undo({ payload: { kind, action, ids, requestId } }: ReturnType<typeof actionUndone>): SagaGenerator<void> {
  const undone: string[] = [];
  let problem: string | null = null;
  for (const recordId of ids) {
    const { failure, answer } = yield* attempt(
      request('undoRecordAction', { params: { kind }, body: { requestId, recordId } }),
    );
    if (failure) problem = failureText(failure);
    else {
      if (answer.record) yield* put(recordsKnown({ records: [answer.record] }));
      if (answer.outcome === 'undone') undone.push(recordId);
      else problem = answer.sentence;
    }
  }
  yield* put(
    problem === null
      ? noticeShown({
          tone: 'info',
          text: ids.length === 1 ? 'It has been taken back.' : `${ids.length} have been taken back.`,
        })
      : noticeShown({ tone: 'negative', text: `${undone.length} of ${ids.length} taken back. ${problem}` }),
  );
  if (undone.length > 0) yield* put(recordsActed({ kind, action: `${action}.undo`, done: undone }));
}
