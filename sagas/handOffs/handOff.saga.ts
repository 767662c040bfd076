/**
 * Opens another service in a tab of its own. The tab is opened at once, within the press, because browsers allow it
 * only then; it stays empty until the pass is there. Where even that is blocked, a link is left to press.
 */
import { call, cancelled, put, race, select, take, takeLatest, takeLeading, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { failureText } from '../access/access.texts';
import { port, type TabRef } from '../ports';
import type { HandOff } from '../shell/menus/menu.types';
import { noticeShown } from '../shell/notices/notices.actions';
import type { AppState } from '../state';
import { pause } from '../time.saga';
import { fetchTarget } from './fetchTarget.saga';
import { handOffLinkLeft, handOffLinkUsed, handOffRequested } from './handOffs.intents';
import { handOffBlocked, handOffExpired, type HandOffTarget } from './handOffs.reducer';
import { isAllowedTarget } from './target.rules';

/** Time to see what is being opened. */
export const SUBMIT_AFTER_MS = 100;
/** The pass is good for a minute. */
const LINK_LIFE_MS = 55_000;

export const SERVICE_NAMES: Readonly<Record<HandOff, string>> = { training: 'Tutorials', learning: 'Learning' };

export function* watchHandOffs(): SagaGenerator<void> {
  yield* takeLeading(handOffRequested, handOff);
  yield* takeLatest(handOffBlocked, letLinkExpire);
  yield* takeLeading(handOffLinkUsed, letLinkGo);
}

function* handOff({ payload: { to } }: ReturnType<typeof handOffRequested>): SagaGenerator<void> {
  const tabs = yield* port('tabs');
  const tab = yield* call(tabs.open, `Opening ${SERVICE_NAMES[to]} …`);
  let opened = false;
  try {
    const target = yield* fetchTarget(to);
    if (!(yield* isAllowed(target))) return yield* refuse(to);
    if (tab === null) return void (yield* put(handOffBlocked({ to, ...target })));
    yield* enter(tab, target);
    opened = true;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const text = `${SERVICE_NAMES[to]} could not be opened. ${failureText(error.failure)}`;
    yield* put(noticeShown({ tone: 'negative', text }));
  } finally {
    if (tab !== null && (!opened || (yield* cancelled()))) yield* call(tabs.close, tab);
  }
}

function* isAllowed({ url }: HandOffTarget): SagaGenerator<boolean> {
  const tabs = yield* port('tabs');
  const { mode, handOffHosts = [] } = yield* select((state: AppState) => state.config);
  const ownOrigin = mode === 'demo' ? yield* call(tabs.ownOrigin) : null;
  return isAllowedTarget(url, { hosts: handOffHosts, ownOrigin });
}

function* refuse(to: HandOff): SagaGenerator<void> {
  const text = `${SERVICE_NAMES[to]} could not be opened: its address is not one this app may lead to. Please tell your support contact.`;
  yield* put(noticeShown({ tone: 'negative', text }));
}

function* enter(tab: TabRef, { url, fields }: HandOffTarget): SagaGenerator<void> {
  const tabs = yield* port('tabs');
  if (fields === null) return yield* call(tabs.show, tab, url);
  yield* pause(SUBMIT_AFTER_MS);
  yield* call(tabs.submit, tab, url, fields);
}

/** Not at once: a form that has left the page is not sent any more. */
function* letLinkGo(): SagaGenerator<void> {
  yield* pause(SUBMIT_AFTER_MS);
  yield* put(handOffLinkLeft());
}

/** A link that no longer works is no help. */
function* letLinkExpire(): SagaGenerator<void> {
  const { left } = yield* race({ late: call(pause, LINK_LIFE_MS), left: take(handOffLinkLeft) });
  if (!left) yield* put(handOffExpired());
}
