/** The page Notification Delivery: this browser's push notifications, email, what is followed, and rules. */
import { attempt } from '../../base/http/attempt.saga';
import { isGone, isUnanswered } from '../../base/http/outcome';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, takeLatest, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { selectRoute } from '../../navigation/location/location.selectors';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { failed, load, loadChannels, refused, succeeded } from './channelCalls.saga';
import { saveRules, showCurrentRules, tryRule } from './channelRules.saga';
import { selectChangedSettings, selectDevices, type WithChannels } from './channels.selectors';
import {
  changeBegun,
  channelsReducers,
  channelsReloadRequested,
  currentRulesRequested,
  desktopChosen,
  deviceRemoved,
  followEnded,
  pushTurnedOn,
  ruleTried,
  rulesSaveRequested,
  settingsSaved,
  settingsSaveRequested,
  settingsUnanswered,
} from './channels.slice';
import { NOT_ALLOWED, NOT_SUBSCRIBED } from './channels.texts';
import { chooseDesktop } from './desktopChoice.saga';

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
    return yield* refused(attempted, attempted.mayBeDone);
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
    if (devices.some((device) => device.id === id)) return yield* failed(attempted, isUnanswered(attempted));
  }
  if (isCurrent) yield* call((yield* port('alerts')).unsubscribe);
  yield* succeeded('Push notifications are off for that device.');
}

/** Only what was changed here: the rest may have been changed in another tab. */
function* saveSettings(): SagaGenerator<void> {
  const settings = yield* select(selectChangedSettings);
  if (settings === null) return;
  yield* put(changeBegun('settings'));
  const attempted = yield* attempt(request('saveNotificationSettings', { body: settings }));
  if (attempted.failure !== null) {
    if (isUnanswered(attempted)) yield* put(settingsUnanswered(settings));
    return yield* refused(attempted);
  }
  yield* put(settingsSaved(settings));
  yield* succeeded('Your times have been saved.');
}

function* endFollow({ payload: { subject } }: ReturnType<typeof followEnded>): SagaGenerator<void> {
  yield* put(changeBegun('follow'));
  const attempted = yield* attempt(request('setFollow', { body: { subject, mode: null } }));
  yield* attempted.failure === null ? load() : refused(attempted);
}
