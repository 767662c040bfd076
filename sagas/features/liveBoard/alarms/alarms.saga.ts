/** Editing the organization's alarm rules. */
import type { Failure } from '../../../../machines/failure';
import { ownZone } from '../../../base/dates';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { isGone, isUnanswered } from '../../../base/http/outcome';
import { port } from '../../../base/ports/ports';
import {
  call,
  put,
  race,
  select,
  take,
  takeLeading,
  takeLatest,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { selectUser } from '../../../session/session.selectors';
import { request } from '../../../session/token/request.saga';
import { NEW_ALARM, problemOf } from './alarms.rules';
import { selectAccounts } from './alarms.selectors';
import {
  pastAlarmsArrived,
  pastAlarmsFailed,
  pastAlarmsMorePressed,
  pastAlarmsOpened,
  selectPastAlarms,
} from './pastAlarms.slice';
import {
  alarmDraftBegun,
  alarmEditPressed,
  alarmRemoved,
  alarmRemovePressed,
  alarmRulesArrived,
  alarmSaved,
  alarmSavePressed,
  alarmsOpened,
  alarmTried,
  alarmTryPressed,
  alarmWorkBegun,
  alarmWorkFailed,
  selectAlarms,
  type AlarmsState,
} from './alarms.slice';

/** Runs with the sagas of the board, which have added its reducers. */
export function* watchAlarms(): SagaGenerator<void> {
  yield* takeLatest(alarmsOpened, load);
  yield* takeLatest(alarmEditPressed, edit);
  yield* takeLeading(alarmSavePressed, save);
  yield* takeLeading(alarmRemovePressed, remove);
  yield* takeLeading(alarmTryPressed, tryOut);
  yield* takeLatest(pastAlarmsOpened, loadPast);
  // A further page ends with its list.
  yield* takeLeading(pastAlarmsMorePressed, function* () {
    yield* race({ done: call(loadMorePast), over: take(pastAlarmsOpened) });
  });
}

const failed = (work: NonNullable<AlarmsState['busy']>, failure: Failure) =>
  alarmWorkFailed({ work, error: failureText(failure) });

function* load(): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(request('alarmRules', {}));
  yield* put(failure === null ? alarmRulesArrived(answer) : failed('load', failure));
}

/** A new rule has its id from the beginning, so that repeating a save without an answer adds it once. */
function* edit({ payload: { ruleId } }: ReturnType<typeof alarmEditPressed>): SagaGenerator<void> {
  const known = (yield* select(selectAlarms)).rules?.find((each) => each.ruleId === ruleId);
  if (known !== undefined) return void (yield* put(alarmDraftBegun(known)));
  const random = yield* port('random');
  const user = yield* select(selectUser);
  if (ruleId !== null || user === null) return;
  const id = yield* call(random.uuid);
  yield* put(alarmDraftBegun({ ...NEW_ALARM, ruleId: id, timeZone: ownZone(), recipients: [user.userId] }));
}

function* save(): SagaGenerator<void> {
  const { draft } = yield* select(selectAlarms);
  if (draft === null) return;
  const accounts = yield* select(selectAccounts);
  const problem = problemOf(draft, (userId) => accounts.has(userId));
  if (problem !== null) return void (yield* put(alarmWorkFailed({ work: 'save', error: problem })));
  yield* put(alarmWorkBegun('save'));
  const { ruleId, ...body } = draft;
  const { failure, answer } = yield* attempt(request('saveAlarmRule', { params: { ruleId }, body }));
  if (failure === null) return void (yield* put(alarmSaved(answer)));
  // The list then has the rule as it is stored, to which the message refers.
  if (failure.kind === 'refused' && failure.code === 'conflict') yield* call(load);
  yield* put(failed('save', failure));
}

function* remove({ payload: { ruleId } }: ReturnType<typeof alarmRemovePressed>): SagaGenerator<void> {
  if ((yield* select(selectAlarms)).busy === 'save') return;
  yield* put(alarmWorkBegun('remove'));
  const attempted = yield* attempt(request('removeAlarmRule', { params: { ruleId } }));
  const { failure } = attempted;
  if (failure === null || isGone(failure)) return void (yield* put(alarmRemoved({ ruleId })));
  const unknown = isUnanswered(attempted) ? 'It is not known whether the alarm was removed. ' : '';
  yield* put(alarmWorkFailed({ work: 'remove', error: unknown + failureText(failure) }));
}

/** The result is ignored if the rule was changed in the meantime. */
function* tryOut(): SagaGenerator<void> {
  const { draft, busy } = yield* select(selectAlarms);
  if (draft === null || busy === 'save') return;
  const wanted = { ...draft, name: 'tried', recipients: [draft.ruleId], escalateAfter: null };
  const problem = problemOf(wanted, () => true);
  if (problem !== null) return void (yield* put(alarmWorkFailed({ work: 'try', error: problem })));
  yield* put(alarmWorkBegun('try'));
  const { measure, condition, count, minutes, facilityId, calmMinutes, days, from, to, timeZone } = draft;
  const body = { measure, condition, count, minutes, facilityId, calmMinutes, days, from, to, timeZone };
  const { failure, answer } = yield* attempt(request('tryAlarmRule', { body }));
  if (failure !== null) return void (yield* put(failed('try', failure)));
  yield* put(alarmTried((yield* select(selectAlarms)).draft === draft ? answer : null));
}

function* loadPast(): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(request('pastAlarms', { query: {} }));
  yield* put(failure === null ? pastAlarmsArrived(answer) : pastAlarmsFailed(failureText(failure)));
}

function* loadMorePast(): SagaGenerator<void> {
  const oldest = (yield* select(selectPastAlarms)).alarms?.at(-1);
  if (oldest === undefined) return;
  const { failure, answer } = yield* attempt(request('pastAlarms', { query: { beforeAlarmId: oldest.alarmId } }));
  yield* put(failure === null ? pastAlarmsArrived(answer) : pastAlarmsFailed(failureText(failure)));
}
