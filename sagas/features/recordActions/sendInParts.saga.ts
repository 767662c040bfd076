/** Sends an action on records in parts, and collects the answers. */
import type { ActionInput } from '../../../contract/records/action';
import { failureText } from '../../base/http/failureText';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { port } from '../../base/ports/ports';
import { call, put, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { actionAnswered, type ActionTarget, type NotDone } from './recordActions.slice';
import { versionIn, type RequestKey, type Seen } from './requestId.saga';

/** Records per call: few enough to show progress. */
export const AT_ONCE = 10;

/** Filled with each answer, because a run that was stopped returns nothing. */
export interface Answers {
  readonly done: string[];
  readonly notDone: NotDone[];
  /** The ids of those that were not done because other users had changed them. */
  readonly changed: string[];
  /** The ids of those that were sent, and may be done although there is no answer. */
  unknown: readonly string[];
  /** Until when all of `done` can be undone, epoch ms. */
  undoUntil: number;
}

export const notDoneOf = (before: Seen, id: string, sentence: string): NotDone => ({
  id,
  name: before[id]?.name ?? 'A record',
  sentence,
});

interface Sending extends RequestKey {
  readonly input: ActionInput;
  readonly before: Seen;
}

/** Returns why the rest got no answer; null if all got one. */
export function* sendInParts(
  { kind, action, ids }: ActionTarget,
  { requestId, isRepeated, input, before }: Sending,
  answers: Answers,
): SagaGenerator<string | null> {
  const clock = yield* port('clock');
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    const records = part.map((id) => ({ recordId: id, version: versionIn(before, id) }));
    const body = { requestId, action, records, input };
    answers.unknown = part;
    // The server runs a request with the same id once.
    const sent = yield* sendAgain(() => request('performRecordAction', { params: { kind }, body }));
    if (!sent.mayBeDone) answers.unknown = [];
    if (sent.failure !== null) return sent.serverText ?? failureText(sent.failure);
    const now = yield* call(clock.now);
    const missed: NotDone[] = [];
    const { results } = sent.answer;
    // There the server failed: this record may be done, and the later ones only by an earlier sending.
    const failedAt = results.findIndex(({ outcome, record }) => outcome === 'refused' && record === null);
    const judged = failedAt < 0 ? results : results.slice(0, failedAt);
    for (const [index, result] of judged.entries()) {
      const id = part[index] ?? '';
      if (result.outcome === 'done') {
        answers.done.push(id);
        // The record that can be undone for the shortest time decides: the server would refuse to undo it later.
        answers.undoUntil = Math.min(answers.undoUntil, now + 1_000 * (result.undoSeconds ?? -Infinity));
      } else {
        missed.push(notDoneOf(before, id, result.sentence ?? ''));
        if (result.outcome === 'changed') answers.changed.push(id);
      }
    }
    answers.notDone.push(...missed);
    const known = judged.flatMap(({ record }) => (record ? [record] : []));
    yield* put(actionAnswered({ ids: part.slice(0, judged.length), records: known, notDone: missed }));
    if (failedAt < 0) continue;
    answers.unknown = part.slice(failedAt, isRepeated || sent.isSecond ? part.length : failedAt + 1);
    return results[failedAt]?.sentence ?? '';
  }
  return null;
}
