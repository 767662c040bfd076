/**
 * Opens another service in a new tab. The tab is opened immediately, because browsers allow that only during a click,
 * and stays empty until the server returns the sign-on link. If even that is blocked, a link is offered.
 */
import type { Action } from '@reduxjs/toolkit';
import { CallFailed } from '../../../machines/failure';
import { pause } from '../../base/clock.saga';
import { failureText } from '../../base/http/failureText';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import type { TabRef } from '../../base/ports/page';
import {
  call,
  cancelled,
  put,
  race,
  select,
  take,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { HAND_OFF_NAMES, handOffName } from '../../navigation/menus/handOffNames';
import { selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import {
  handOffBlocked,
  handOffExpired,
  handOffLinkRemoved,
  handOffLinkUsed,
  handOffRequested,
  type HandOffTarget,
} from './handOffs.slice';
import type { HandOff, RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { attempt } from '../../base/http/attempt.saga';

/** Long enough to see which service is opening. */
const SUBMIT_AFTER_MS = 100;
/** The sign-on link is valid for a minute. */
const LINK_LIFE_MS = 55_000;

/** Opens a service in a new tab, signed in; if the browser blocks the tab, the page shows a link for 55 s. */
export function* watchHandOffs(): SagaGenerator<void> {
  // While one service is being opened, another one can be.
  for (const to of Object.keys(HAND_OFF_NAMES))
    yield* takeLeading((action: Action) => handOffRequested.match(action) && action.payload.to === to, handOff);
  yield* takeLatest(handOffBlocked, expireLink);
  yield* takeLeading(handOffLinkUsed, removeLink);
}

function* handOff({ payload: { to } }: ReturnType<typeof handOffRequested>): SagaGenerator<void> {
  const tabs = yield* port('tabs');
  const name = handOffName(to, yield* select(selectUser));
  const tab = yield* call(tabs.open, `Opening ${name}…`);
  let opened = false;
  try {
    const { failure, answer: target } = yield* attempt(fetchTarget(to));
    if (failure) return yield* refuse(`${name} could not be opened. ${failureText(failure)}`);
    if (!(yield* isAllowed(target)))
      return yield* refuse(
        `${name} could not be opened: this app may not open its address. Please tell your support contact.`,
      );
    if (tab === null) return void (yield* put(handOffBlocked({ to, ...target })));
    yield* enter(tab, target);
    opened = true;
  } finally {
    if (tab !== null && (!opened || (yield* cancelled()))) yield* call(tabs.close, tab);
  }
}

/**
 * Whether it is an https address of a configured host, without credentials; in the demo, our own pages stand in for the
 * services. The server has checked it; the page checks it again.
 */
function* isAllowed({ url }: HandOffTarget): SagaGenerator<boolean> {
  const tabs = yield* port('tabs');
  const { mode, handOffHosts = [] } = yield* select((state: { readonly config: RuntimeConfig }) => state.config);
  const ownOrigin = mode === 'demo' ? yield* call(tabs.ownOrigin) : null;
  if (!URL.canParse(url)) return false;
  const { protocol, host, origin, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return origin === ownOrigin || (protocol === 'https:' && handOffHosts.includes(host));
}

function* refuse(text: string): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'negative', text }));
}

function* enter(tab: TabRef, { url, fields }: HandOffTarget): SagaGenerator<void> {
  const tabs = yield* port('tabs');
  if (fields === null) return yield* call(tabs.show, tab, url);
  yield* pause(SUBMIT_AFTER_MS);
  yield* call(tabs.submit, tab, url, fields);
}

/** Delayed: a form that was removed from the page is not submitted. */
function* removeLink(): SagaGenerator<void> {
  yield* pause(SUBMIT_AFTER_MS);
  yield* put(handOffLinkRemoved());
}

/** Removes the offered link when it has expired. */
function* expireLink(): SagaGenerator<void> {
  const { left } = yield* race({ late: call(pause, LINK_LIFE_MS), left: take(handOffLinkRemoved) });
  if (!left) yield* put(handOffExpired());
}

/** Requests a sign-on: a form for the training service, an address for the learning service. Throws CallFailed. */
function* fetchTarget(to: HandOff): SagaGenerator<HandOffTarget> {
  if (to === 'training') {
    const { ssourl, ...fields } = yield* request('trainingHandOff', { body: {} });
    return { url: ssourl, fields };
  }
  const user = yield* select(selectUser);
  if (user === null) throw new CallFailed({ kind: 'sessionEnded', reason: 'signed_out' });
  const { organizationId, userId } = user;
  const { loginKey } = yield* request('learningKey', { params: { organizationId, userId } });
  return { url: loginKey, fields: null };
}
