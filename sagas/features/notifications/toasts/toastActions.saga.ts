/**
 * Dismisses, follows and switches toasts. Dismissing or following a sticky one is stored on the server, so that it
 * disappears in every tab and after a reload; whether live notifications pop up is applied immediately, saved in order,
 * and shared by all tabs.
 */
import { buffers } from 'redux-saga';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { actionChannel, call, put, select, take, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { selectGrant } from '../../../session/session.selectors';
import type { peerSetPopup } from '../../../session/tabs/peers.saga';
import { request } from '../../../session/token/request.saga';
import { catchUp, changeNotifications, reader } from '../feed/feed.saga';
import { selectFeed } from '../feed/feed.slice';
import { popupToggled, toastDismissed, toastLinkOpened } from '../notifications.intents';
import { isSticky, SUMMARY_ID } from './toastQueue';
import { popupSet, selectPopup, selectToasts, toastsHidden, toastsRestored } from './toasts.slice';

/** Runs while someone is signed in. */
export function* watchStickyToasts(): SagaGenerator<void> {
  // Dismissing the summary dismisses all toasts that do not fit.
  yield* takeEvery(toastDismissed, function* ({ payload: { id } }) {
    if (id === SUMMARY_ID) {
      const hidden = (yield* select(selectToasts))?.hidden ?? [];
      for (const toast of hidden) if (!isSticky(toast)) yield* put(toastDismissed({ id: toast.id }));
      const ids = new Set(hidden.filter(isSticky).map((toast) => toast.id));
      const upTo = (yield* select(selectFeed)).sticky.find((each) => ids.has(each.id))?.sequence;
      if (upTo !== undefined) yield* settle([...ids], dismissUpTo(upTo));
    } else {
      const { sticky } = yield* select(selectFeed);
      if (sticky.some((each) => each.id === id)) yield* settle([id], changeNotifications([{ id, dismissed: true }]));
    }
  });
  yield* takeEvery(toastLinkOpened, function* ({ payload: { id } }) {
    yield* settle([id], changeNotifications([{ id, read: true }]));
  });
}

/** Also those that are only counted here. Throws CallFailed. */
function* dismissUpTo(upTo: number): SagaGenerator<void> {
  const body = { ...(yield* reader()), upTo };
  while ((yield* request('dismissToasts', { body })).more);
  yield* catchUp();
}

/** They are hidden immediately, and shown again after a failure. */
function* settle(ids: readonly string[], work: SagaGenerator<void>): SagaGenerator<void> {
  yield* put(toastsHidden({ ids }));
  const { failure } = yield* attempt(work);
  if (failure === null) return;
  yield* put(toastsRestored({ ids }));
  yield* put(noticeShown({ tone: 'negative', text: `The notification is shown again. ${failureText(failure)}` }));
}

/** Shows the switch as pressed immediately, and puts it back if the server does not save it. */
export function* savePopup(): SagaGenerator<void> {
  // While one change is being saved, only the last of the following ones is kept.
  const presses = yield* actionChannel<ReturnType<typeof popupToggled>>(popupToggled.type, buffers.sliding(1));
  while (true) {
    const { checked } = (yield* take(presses)).payload;
    const before = yield* select(selectPopup);
    if (checked === before) continue;
    yield* put(popupSet({ checked }));
    const { failure } = yield* attempt(request('setPopupPreference', { body: { checked } }));
    if (failure === null) yield* sharePopup(checked);
    else {
      yield* put(popupSet({ checked: before }));
      yield* put(noticeShown({ tone: 'negative', text: `The setting was not saved. ${failureText(failure)}` }));
    }
  }
}

function* sharePopup(checked: boolean): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'popup', tokenIdentifier: grant.tokenIdentifier, checked });
}

/** Another tab of the session changed whether notifications pop up, and has saved it. */
export function* handlePeerPopup({ payload }: ReturnType<typeof peerSetPopup>): SagaGenerator<void> {
  yield* put(popupSet({ checked: payload.checked }));
}
