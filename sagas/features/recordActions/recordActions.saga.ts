/** Actions on records: loads their states, opens the form of an action that needs input, and undoes actions. */
import { RECORDS_PER_CALL, type ActionKind } from '../../../contract/records/action';
import { actsOn, findAction } from '../../../contract/records/actions';
import type { Failure } from '../../../machines/failure';
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { port } from '../../base/ports/ports';
import { all, call, put, select, takeEvery, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import { recordStatesArrived, recordsOutdated } from './recordStates.events';
import { runAction, showResult } from './runAction.saga';
import { recordActionPressed, recordActionsNeeded, recordActionsDone } from './recordActions.intents';
import { readDraft } from './recordActions.rules';
import { selectActionResult, selectState, type WithRecordActions } from './recordActions.selectors';
import {
  actionFormOpened,
  actionConfirmed,
  actionDraftRefused,
  actionSettled,
  actionUndone,
  recordActionsReducers,
  requestLost,
  undoOver,
} from './recordActions.slice';
import { AT_ONCE } from './sendInParts.saga';

/** A late part, loaded with the first record that is acted on. One action after the other. */
export function* watchRecordActions(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, recordActionsReducers);
  yield* takeEvery(recordActionsNeeded, loadNeeded);
  yield* takeLeading(recordActionPressed, press);
  yield* takeLeading(actionConfirmed, confirm);
  yield* takeEvery(actionUndone, undo);
  yield* takeEvery(actionSettled, endUndo);
}

/** A result beside its record offers Undo only as long as the server accepts it. */
function* endUndo({ payload: { id, result } }: ReturnType<typeof actionSettled>): SagaGenerator<void> {
  if (result.undoMs === undefined) return;
  yield* call(pause, result.undoMs);
  const now = yield* select((state: WithRecordActions) => selectActionResult(state, id));
  if (now?.undo === result.undo) yield* put(undoOver({ id }));
}

/** Users without actions on such records may not read their states, and do not need them. */
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
    yield* put(recordStatesArrived({ records: answer.records }));
  }
  return null;
}

/** Opens the form if the action needs input or cannot be undone. */
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
    const text = `${rule.label}: nothing was done. ${failureText(failure)}`;
    yield* call(showResult, payload, { tone: 'negative', text, undo: null });
    return;
  }
  if (rule.safety === 'confirmation' || Object.keys(rule.fields).length > 0) yield* put(actionFormOpened(payload));
  else yield* call(runAction, payload, {});
}

function* confirm(): SagaGenerator<void> {
  const dialog = (yield* select(selectState))?.dialog;
  const rule = dialog && findAction(dialog.kind, dialog.action);
  if (!dialog || !rule) return;
  const read = readDraft(rule, dialog.draft);
  if ('errors' in read) yield* put(actionDraftRefused(read));
  else yield* call(runAction, dialog, read.input, dialog.shown);
}

/** Undoes the action on each of them. Where the server has not decided about it, it is offered again. */
function* undo({ payload }: ReturnType<typeof actionUndone>): SagaGenerator<void> {
  const { kind, action, ids, requestId } = payload;
  // Forgets the key: pressing the action again is a new request, since under the old key the server would do nothing.
  if ((yield* select(selectState))?.lost?.requestId === requestId) yield* put(requestLost(null));
  const undone: string[] = [];
  const undecided: string[] = [];
  const unknown: string[] = [];
  let problem: string | null = null;
  // Several at the same time, because the server accepts undoing only for a short time.
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    const results = yield* all(part.map((recordId) => call(undoOne, kind, { requestId, recordId })));
    for (const [index, { outcome, problem: reason }] of results.entries()) {
      const id = part[index] ?? '';
      if (outcome === 'undone') undone.push(id);
      else problem = reason;
      if (outcome === 'undecided' || outcome === 'unknown') undecided.push(id);
      if (outcome === 'unknown') unknown.push(id);
    }
    // Without a connection, the time in which it can be offered again would pass with the rest.
    if (results.every(({ outcome }) => outcome === 'unknown')) {
      undecided.push(...ids.slice(from + AT_ONCE));
      break;
    }
  }
  if (problem === null) {
    const text = ids.length === 1 ? 'It has been undone.' : `${ids.length} have been undone.`;
    yield* call(showResult, payload, { tone: 'info', text, undo: null });
  } else yield* call(showUndoProblem, payload, { undone, undecided, unknown, problem });
  if (undone.length > 0) yield* put(recordActionsDone({ kind, action: `${action}.undo`, done: undone }));
  else if (unknown.length > 0) yield* put(recordsOutdated({ ids: unknown }));
  if (unknown.length > 0) yield* put(recordActionsNeeded({ kind, ids: unknown }));
}

interface UndoOutcome {
  readonly undone: readonly string[];
  /** Those that can be tried again, in time. */
  readonly undecided: readonly string[];
  /** Those of them that may be undone although there is no answer. */
  readonly unknown: readonly string[];
  readonly problem: string;
}

function* showUndoProblem(
  payload: ReturnType<typeof actionUndone>['payload'],
  { undone, undecided, unknown, problem }: UndoOutcome,
): SagaGenerator<void> {
  const { ids, undoUntil } = payload;
  const clock = yield* port('clock');
  const undoMs = undoUntil - (yield* call(clock.now));
  const again = undecided.length > 0 && undoMs > 0 ? actionUndone({ ...payload, ids: undecided }) : null;
  const perhaps = unknown.length > 0 ? `, and perhaps ${unknown.length} more` : '';
  const count =
    perhaps !== '' && ids.length === 1
      ? 'It is not known whether this was undone.'
      : `${undone.length} of ${ids.length} undone${perhaps}.`;
  // A failed call's sentence says to try again.
  const advice = perhaps !== '' && again === null ? 'Please check what is shown now before you go on.' : problem;
  const text = `${count} ${advice}`;
  yield* call(showResult, payload, {
    tone: 'negative',
    text,
    undo: again,
    ...(again && { undoMs, undoes: `${payload.requestId} ${undecided[0]}` }),
  });
}

interface Undone {
  /** `undecided`: the server has not undone it. `unknown`: it may have, but there is no answer. */
  readonly outcome: 'undone' | 'refused' | 'undecided' | 'unknown';
  readonly problem: string | null;
}

function* undoOne(
  kind: ActionKind,
  body: { readonly requestId: string; readonly recordId: string },
): SagaGenerator<Undone> {
  // The server undoes an action once.
  const { failure, answer, mayBeDone } = yield* sendAgain(() =>
    request('undoRecordAction', { params: { kind }, body }),
  );
  if (failure) {
    const decision = failure.kind === 'refused' ? 'refused' : 'undecided';
    return { outcome: mayBeDone ? 'unknown' : decision, problem: failureText(failure) };
  }
  if (answer.record) yield* put(recordStatesArrived({ records: [answer.record] }));
  return { outcome: answer.outcome === 'undone' ? 'undone' : 'refused', problem: answer.sentence };
}
