/** One action on one or several records: shown immediately, sent in parts, and put back where it was not done. */
import type { ActionInput, RecordState } from '../../../contract/records/action';
import { findAction } from '../../../contract/records/actions';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { stateAfterAction } from '../../../machines/record/record.machine';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, put, race, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { selectUser } from '../../session/session.selectors';
import { recordsOutdated } from './recordStates.events';
import { recordActionsDone, recordActionsNeeded } from './recordActions.intents';
import { stateText } from './recordActions.rules';
import { selectState } from './recordActions.selectors';
import {
  actionAnswered,
  actionBegun,
  actionOver,
  actionProblem,
  actionSettled,
  actionStopped,
  actionUndone,
  requestLost,
  type ActionResult,
  type ActionTarget,
} from './recordActions.slice';
import { requestKeyFor, versionIn, type Seen } from './requestId.saga';
import { notDoneOf, sendInParts, type Answers } from './sendInParts.saga';

/** The record as last read; undefined if its state is not known. */
export function* recordOf(id: string): SagaGenerator<ActionableRecord | undefined> {
  return (yield* select(selectState))?.known[id];
}

/** The states to show until the server has answered. */
function* expectedOf({ kind, action, ids }: ActionTarget): SagaGenerator<Record<string, RecordState>> {
  const user = yield* select(selectUser);
  const expected: Record<string, RecordState> = {};
  for (const id of ids) {
    const record = yield* call(recordOf, id);
    const next = user && record && stateAfterAction(kind, record.state, user, action);
    if (next) expected[id] = next;
  }
  return expected;
}

const PERHAPS_DONE = 'It is not known whether this was done.';

/** Runs an action on records and shows the result. `shown` are the records of its form; without one, the known ones. */
export function* runAction(
  { kind, action, ids, isInline }: ActionTarget,
  input: ActionInput,
  shown?: Seen,
): SagaGenerator<void> {
  const wanted: ActionTarget = { kind, action, ids, ...(isInline && { isInline }) };
  const what = JSON.stringify([kind, action, input]);
  const before = shown ?? (yield* select(selectState))?.known ?? {};
  const key = yield* call(requestKeyFor, what, ids, before);
  const { requestId } = key;
  const answers: Answers = { done: [], notDone: [], changed: [], unknown: [], undoUntil: Infinity };
  const { done, notDone } = answers;
  yield* put(actionBegun({ ...wanted, expected: yield* call(expectedOf, wanted) }));
  const { outcome: failure = 'It was stopped.' } = yield* race({
    outcome: call(sendInParts, wanted, { ...key, input, before }, answers),
    stopped: take(actionStopped),
  });
  // What was not answered may have been done.
  const versions = Object.fromEntries(ids.map((id) => [id, versionIn(before, id)]));
  yield* put(requestLost(failure === null ? null : { what, versions, requestId }));
  // Records without an answer keep their state.
  const answered = new Set([...done, ...notDone.map(({ id }) => id)]);
  const unanswered = ids.filter((id) => !answered.has(id));
  const missing = unanswered.map((id) =>
    notDoneOf(before, id, answers.unknown.includes(id) ? PERHAPS_DONE : 'This was not done.'),
  );
  yield* put(actionAnswered({ ids: unanswered, records: [], notDone: missing }));
  const rule = findAction(kind, action);
  const [only] = ids;
  const areAllDone = done.length === ids.length;
  const clock = yield* port('clock');
  const { undoUntil } = answers;
  const undoMs = undoUntil - (yield* call(clock.now));
  const undo = done.length > 0 && undoMs > 0 ? actionUndone({ ...wanted, ids: done, requestId, undoUntil }) : null;
  // One request can cover several sets of records, each with its own Undo.
  const offer = { undo, ...(undo && { undoMs, undoes: `${requestId} ${done[0]}` }) };
  if (areAllDone) {
    const record = only === undefined ? undefined : yield* call(recordOf, only);
    const subject = ids.length === 1 && record ? record.name : `${ids.length} records`;
    const text = `${subject}: you ${rule?.done ?? 'acted'}.`;
    yield* call(showResult, wanted, { tone: 'positive', text, ...offer });
  } else {
    const problem = failure ?? notDone[0]?.sentence ?? '';
    const perhaps = answers.unknown.length;
    if (ids.length === 1)
      yield* put(actionProblem({ problem: perhaps === 0 ? problem : `${PERHAPS_DONE} ${problem}` }));
    const isFormOpen = (yield* select(selectState))?.dialog != null;
    if (isInline || ids.length > 1 || !isFormOpen) {
      const count = outcomeText(ids.length, done.length, perhaps, isInline);
      const now = isInline && only !== undefined ? yield* call(nowText, only, before[only]) : '';
      const text = `${rule?.label}: ${count}. ${problem}${now}`;
      yield* call(showResult, wanted, { tone: 'negative', text, ...offer });
    }
  }
  const keeps = !areAllDone && ids.length > 1;
  const isDone = areAllDone || (ids.length > 1 && failure === null);
  yield* put(actionOver({ keeps, isDone, ...(keeps && undo && { undo }) }));
  const outdated = [...answers.changed, ...answers.unknown];
  if (done.length > 0) yield* put(recordActionsDone({ kind, action, done }));
  else if (outdated.length > 0) yield* put(recordsOutdated({ ids: outdated }));
  if (answers.unknown.length > 0) yield* put(recordActionsNeeded({ kind, ids: answers.unknown }));
}

/** `perhaps`: how many may be done in addition. */
function outcomeText(all: number, done: number, perhaps: number, isInline = false): string {
  if (perhaps > 0 && all === 1) return 'it is not known whether this was done';
  if (isInline) return 'not done';
  return `${done} of ${all} done${perhaps > 0 ? `, and perhaps ${perhaps} more` : ''}`;
}

/** Shows the result beside the record, or as a notice. */
export function* showResult({ ids: [id], isInline }: ActionTarget, result: ActionResult): SagaGenerator<void> {
  const { undo, ...notice } = result;
  if (isInline && id !== undefined) yield* put(actionSettled({ id, result }));
  else yield* put(noticeShown({ ...notice, ...(undo && { undo }) }));
}

/** The record's current state, if another user was first. */
function* nowText(id: string, was: ActionableRecord | undefined): SagaGenerator<string> {
  const now = yield* call(recordOf, id);
  return was && now && was.version !== now.version ? ` It is now: ${stateText(now.state)}.` : '';
}
