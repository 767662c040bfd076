/** The page Notification Delivery: this browser's push notifications, email, what is followed, and rules. */
import type { Failure } from '../../../machines/failure';
import { attempt } from '../../base/http/attempt.saga';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { isGone, isUnanswered, type Failed } from '../../base/http/outcome';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, takeLatest, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { selectRoute } from '../../navigation/location/location.selectors';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { desktopSetting } from '../desktopNotifications/desktop.rules';
import { selectDevices, selectRules, selectSettings, type WithChannels } from './channels.selectors';
import {
  changeBegun,
  changeEnded,
  channelsArrived,
  channelsFailed,
  channelsReducers,
  channelsReloadRequested,
  desktopChosen,
  desktopSet,
  deviceRemoved,
  followEnded,
  loadFailed,
  pushTurnedOn,
  ruleTried,
  rulesSaved,
  rulesSaveRequested,
  settingsSaved,
  settingsSaveRequested,
  triedArrived,
  type ChannelChange,
} from './channels.slice';
import { NOT_ALLOWED, NOT_READY, NOT_SUBSCRIBED } from './channels.texts';

/** A late part, loaded with the page. What is pressed while the same change runs is ignored. */
export function* watchChannels(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, channelsReducers);
  yield* takeLeading(pushTurnedOn, turnOnPush);
  yield* takeLeading(deviceRemoved, removeDevice);
  yield* takeLeading(settingsSaveRequested, saveSettings);
  yield* takeLeading(rulesSaveRequested, saveRules);
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

/** What was chosen has no effect once the permission is withdrawn, and is kept until it is granted again. */
function* readDesktop(): SagaGenerator<void> {
  const alerts = yield* port('alerts');
  const storage = yield* port('storage');
  const chosen = desktopSetting(yield* call(storage.read, 'desktopAlerts'));
  const permission = yield* call(alerts.permission);
  const desktop = permission === 'granted' ? chosen : 'off';
  yield* put(desktopSet({ desktop, isDesktopBlocked: permission === 'denied' }));
}

/** Unless they are turned off, the browser asks the user for permission. */
function* chooseDesktop({ payload: setting }: ReturnType<typeof desktopChosen>): SagaGenerator<void> {
  const alerts = yield* port('alerts');
  const storage = yield* port('storage');
  const outcome = setting === 'off' ? 'allowed' : yield* call(alerts.askToShow);
  if (outcome === 'allowed') yield* call(storage.write, 'desktopAlerts', setting === 'off' ? null : setting);
  else yield* put(noticeShown(outcome === 'refused' ? NOT_ALLOWED : NOT_READY));
  yield* readDesktop();
  if (outcome === 'allowed' && setting === 'sound') yield* call(alerts.chime);
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

function* saveSettings(): SagaGenerator<void> {
  const settings = yield* select(selectSettings);
  if (settings === null) return;
  const { failure } = yield* changed('settings', request('saveNotificationSettings', { body: settings }));
  if (failure !== null) return;
  yield* put(settingsSaved(settings));
  yield* succeeded('Your times have been saved.');
}

function* saveRules(): SagaGenerator<void> {
  const rules = yield* select(selectRules);
  const { failure } = yield* changed('rules', request('saveNotificationRules', { body: { rules: [...rules] } }));
  if (failure !== null) return;
  yield* put(rulesSaved(rules));
  yield* succeeded('Your rules have been saved. They decide about what arrives from now on.');
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
function* changed(change: ChannelChange, work: ReturnType<typeof request>): SagaGenerator<{ failure: Failure | null }> {
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

/** If only the answer was lost, the server has made the change, and the page shows it. */
function* refused(attempted: Failed): SagaGenerator<void> {
  if (isUnanswered(attempted)) yield* loadChannels();
  yield* failed(attempted);
}

function* failed(attempted: Failed): SagaGenerator<void> {
  yield* put(channelsFailed({ failure: attempted.failure, isUnknown: isUnanswered(attempted) }));
}
