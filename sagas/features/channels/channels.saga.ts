/** The page Notification Delivery: this browser's push notifications, email, what is followed, and rules. */
import type { Failure } from '../../../machines/failure';
import { attempt, type Attempt } from '../../base/http/attempt.saga';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { isGone, isUnanswered, type Failed } from '../../base/http/outcome';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, takeLatest, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { selectRoute } from '../../navigation/location/location.selectors';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { isConflict } from './channels.rules';
import {
  selectChangedSettings,
  selectDevices,
  selectRules,
  selectRulesDraft,
  type WithChannels,
} from './channels.selectors';
import {
  changeBegun,
  changeEnded,
  channelsArrived,
  channelsFailed,
  channelsReducers,
  channelsReloadRequested,
  currentRulesRequested,
  desktopChosen,
  deviceRemoved,
  followEnded,
  loadFailed,
  pushTurnedOn,
  ruleTried,
  rulesDropped,
  rulesSaved,
  rulesSaveRequested,
  settingsSaved,
  settingsSaveRequested,
  triedArrived,
  type ChannelChange,
} from './channels.slice';
import { NOT_ALLOWED, NOT_SUBSCRIBED } from './channels.texts';
import { chooseDesktop, readDesktop } from './desktopChoice.saga';

/** A late part, loaded with the page. What is pressed while the same change runs is ignored. */
export function* watchChannels(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, channelsReducers);
  yield* takeLeading(pushTurnedOn, turnOnPush);
  yield* takeLeading(deviceRemoved, removeDevice);
  yield* takeLeading(settingsSaveRequested, saveSettings);
  yield* takeLeading(rulesSaveRequested, saveRules);
  yield* takeLeading(currentRulesRequested, showCurrentRules);
  yield* takeLeading(ruleTried, tryRule);
  yield* takeLeading(followEnded, endFollow);
  yield* takeLeading(desktopChosen, chooseDesktop);
  yield* takeLatest(channelsReloadRequested, load);
  yield* fork(loadAtPage);
}

/** Each time the page is opened: another device may have changed it in the meantime. */
function* loadAtPage(): SagaGenerator<void> {
  while (true) {
    if ((yield* select(selectRoute))?.screen === 'channels') yield* call(load);
    yield* take(pageMoved);
  }
}

function* load(): SagaGenerator<void> {
  yield* readDesktop();
  const failure = yield* loadChannels();
  if (failure !== null) yield* put(loadFailed(failure));
}

/** Returns why they could not be loaded; null if they were. */
function* loadChannels(): SagaGenerator<Failure | null> {
  const alerts = yield* port('alerts');
  const { failure, answer: saved } = yield* attempt(request('notificationChannels', {}));
  if (failure !== null) return failure;
  yield* put(channelsArrived({ saved, ability: yield* call(alerts.pushAbility, saved.publicKey) }));
  return null;
}

/** The server is called only after the user has given the browser permission. */
function* turnOnPush(): SagaGenerator<void> {
  const saved = (yield* select((state: WithChannels) => state.channels))?.saved;
  if (saved == null) return;
  yield* put(changeBegun('push'));
  const alerts = yield* port('alerts');
  const subscription = yield* call(alerts.subscribe, saved.publicKey);
  if (typeof subscription === 'string') {
    yield* put(noticeShown(subscription === 'refused' ? NOT_ALLOWED : NOT_SUBSCRIBED));
    return yield* load();
  }
  // Its answer also sets the cookie by which the server knows this browser at the next sign-in.
  const attempted = yield* sendAgain(() => request('addPushDevice', { body: { ...subscription } }));
  if (attempted.failure !== null) {
    yield* call(alerts.unsubscribe);
    return yield* refused(attempted);
  }
  yield* succeeded(
    'Notifications with a check mark under Mobile are sent to this browser as push notifications, also while it is closed.',
  );
}

function* removeDevice({ payload: { id, isCurrent } }: ReturnType<typeof deviceRemoved>): SagaGenerator<void> {
  yield* put(changeBegun('device'));
  const attempted = yield* attempt(request('removePushDevice', { params: { deviceId: id } }));
  if (attempted.failure !== null && !isGone(attempted.failure)) {
    if (isUnanswered(attempted)) yield* loadChannels();
    const devices = yield* select(selectDevices);
    if (devices.some((device) => device.id === id)) return yield* failed(attempted);
  }
  if (isCurrent) yield* call((yield* port('alerts')).unsubscribe);
  yield* succeeded('Push notifications are off for that device.');
}

/** Only what was changed here: the rest may have been changed in another tab. */
function* saveSettings(): SagaGenerator<void> {
  const settings = yield* select(selectChangedSettings);
  if (settings === null) return;
  const { failure } = yield* changed('settings', request('saveNotificationSettings', { body: settings }));
  if (failure !== null) return;
  yield* put(settingsSaved(settings));
  yield* succeeded('Your times have been saved.');
}

function* saveRules(): SagaGenerator<void> {
  const draft = yield* select(selectRulesDraft);
  if (draft === null) return;
  const { list, version } = draft;
  const { failure, answer } = yield* changed(
    'rules',
    request('saveNotificationRules', { body: { rules: [...list], version } }),
  );
  if (failure !== null) return;
  yield* put(rulesSaved({ list, version: answer.version }));
  yield* succeeded('Your rules have been saved. They decide about what arrives from now on.');
}

/** What was entered is kept until they are here. */
function* showCurrentRules(): SagaGenerator<void> {
  yield* put(changeBegun('rules'));
  const failure = yield* loadChannels();
  yield* put(failure === null ? rulesDropped() : loadFailed(failure));
}

function* tryRule({ payload: { index } }: ReturnType<typeof ruleTried>): SagaGenerator<void> {
  const rule = (yield* select(selectRules))[index];
  if (rule === undefined) return;
  yield* put(changeBegun('try'));
  const { failure, answer } = yield* attempt(request('tryNotificationRule', { body: { rule } }));
  if (failure !== null) return void (yield* put(channelsFailed({ failure, isUnknown: false })));
  // Changed in the meantime: the answer is about the earlier rule.
  const isSame = (yield* select(selectRules))[index] === rule;
  yield* isSame ? put(triedArrived({ ...answer, index })) : put(changeEnded());
}

function* endFollow({ payload: { subject } }: ReturnType<typeof followEnded>): SagaGenerator<void> {
  const { failure } = yield* changed('follow', request('setFollow', { body: { subject, mode: null } }));
  if (failure === null) yield* load();
}

/** Shows a failure on the page. */
function* changed<T>(change: ChannelChange, work: SagaGenerator<T>): SagaGenerator<Attempt<T>> {
  yield* put(changeBegun(change));
  const attempted = yield* attempt(work);
  if (attempted.failure !== null) yield* refused(attempted);
  return attempted;
}

/** Shows a notice, and reloads. */
function* succeeded(text: string): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'positive', text }));
  yield* load();
}

/** The page shows what is saved now: also this change if only its answer was lost, or that of another tab. */
function* refused(attempted: Failed): SagaGenerator<void> {
  if (isUnanswered(attempted) || isConflict(attempted.failure)) yield* loadChannels();
  yield* failed(attempted);
}

function* failed(attempted: Failed): SagaGenerator<void> {
  yield* put(channelsFailed({ failure: attempted.failure, isUnknown: isUnanswered(attempted) }));
}
