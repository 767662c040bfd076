/** Rules are saved, tested, and replaced by the current ones. */
import { attempt } from '../../base/http/attempt.saga';
import { sendAgain, type SentAgain } from '../../base/http/sendAgain.saga';
import { put, select, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { failed, loadChannels, refused, succeeded } from './channelCalls.saga';
import { isConflict } from './channels.rules';
import { selectHasUnansweredRules, selectOwnRulesVersion, selectRules, selectRulesDraft } from './channels.selectors';
import {
  changeBegun,
  changeEnded,
  loadFailed,
  rulesDropped,
  rulesSaved,
  rulesUnanswered,
  triedArrived,
  type RulesDraft,
  type ruleTried,
} from './channels.slice';

/** After a lost answer, the rules that they conflict with may have been sent from here: those are replaced. */
export function* saveRules(): SagaGenerator<void> {
  const draft = yield* select(selectRulesDraft);
  if (draft === null) return;
  const { list } = draft;
  yield* put(changeBegun('rules'));
  let sent = yield* sendRules(draft);
  if (sent.failure !== null && isConflict(sent.failure) && (yield* select(selectHasUnansweredRules))) {
    const failure = yield* loadChannels();
    if (failure !== null) return yield* failed({ failure }, sent.mayBeDone);
    const version = yield* select(selectOwnRulesVersion);
    if (version !== null) {
      yield* put(changeBegun('rules'));
      sent = yield* sendRules({ list, version });
    }
  }
  if (sent.failure !== null) return yield* refused(sent, sent.mayBeDone);
  yield* put(rulesSaved({ list, version: sent.answer.version }));
  yield* succeeded('Your rules have been saved. They decide about what arrives from now on.');
}

function* sendRules({ list, version }: RulesDraft): SagaGenerator<SentAgain<{ readonly version: string }>> {
  const sent = yield* sendAgain(() => request('saveNotificationRules', { body: { rules: [...list], version } }));
  if (sent.mayBeDone) yield* put(rulesUnanswered(list));
  return sent;
}

/** What was entered is kept until they are here. */
export function* showCurrentRules(): SagaGenerator<void> {
  yield* put(changeBegun('rules'));
  const failure = yield* loadChannels();
  yield* put(failure === null ? rulesDropped() : loadFailed(failure));
}

export function* tryRule({ payload: { index } }: ReturnType<typeof ruleTried>): SagaGenerator<void> {
  const rule = (yield* select(selectRules))[index];
  if (rule === undefined) return;
  yield* put(changeBegun('try'));
  const attempted = yield* attempt(request('tryNotificationRule', { body: { rule } }));
  if (attempted.failure !== null) return yield* failed(attempted, false);
  // Changed in the meantime: the answer is about the earlier rule.
  const isSame = (yield* select(selectRules))[index] === rule;
  yield* isSame ? put(triedArrived({ ...attempted.answer, index })) : put(changeEnded());
}
