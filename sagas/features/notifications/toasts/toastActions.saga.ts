/**
 * Dismisses and follows toasts. Dismissing or following a sticky one is stored on the server, so that it disappears in
 * every tab and after a reload.
 */
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { put, select, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import type { peerSetPopup } from '../../../session/tabs/peers.saga';
import { request } from '../../../session/token/request.saga';
import { catchUp, changeNotifications, reader } from '../feed/feed.saga';
import { selectFeed } from '../feed/feed.slice';
import { toastDismissed, toastLinkOpened } from '../notifications.intents';
import { isSticky, SUMMARY_ID } from './toastQueue';
import { popupSet, selectToasts, toastsHidden, toastsRestored } from './toasts.slice';

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

/** Another tab of the session changed whether notifications pop up, and has saved it. */
export function* handlePeerPopup({ payload }: ReturnType<typeof peerSetPopup>): SagaGenerator<void> {
  yield* put(popupSet({ checked: payload.checked }));
}
