/**
 * Dismissing or following a sticky toast is stored on the server, so that it is gone in every tab and after a reload.
 */
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, put, select, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { changeNotifications, type StateChange } from '../feed/feed.saga';
import { selectFeed } from '../feed/feed.selectors';
import { toastDismissed, toastFollowed } from '../notifications.intents';
import { SUMMARY_ID } from './toastQueue';
import { selectToasts, toastsLeft, toastsReturned } from './toasts.slice';

/** Runs while someone is signed in. */
export function* watchStickyToasts(): SagaGenerator<void> {
  // Dismissing the summary dismisses all toasts that do not fit.
  yield* takeEvery(toastDismissed, function* ({ payload: { id } }) {
    const { sticky } = yield* select(selectFeed);
    const waiting = (yield* select(selectToasts))?.waiting ?? [];
    const ids = id === SUMMARY_ID ? waiting.map((each) => each.id) : sticky.some((each) => each.id === id) ? [id] : [];
    if (ids.length > 0) yield* settle(ids.map((each) => ({ id: each, dismissed: true })));
  });
  yield* takeEvery(toastFollowed, function* ({ payload: { id } }) {
    yield* settle([{ id, read: true }]);
  });
}

function* settle(changes: readonly StateChange[]): SagaGenerator<void> {
  const ids = changes.map(({ id }) => id);
  yield* put(toastsLeft({ ids }));
  const { failure } = yield* attempt(call(changeNotifications, changes));
  if (failure === null) return;
  yield* put(toastsReturned({ ids }));
  yield* put(noticeShown({ tone: 'negative', text: `The notification is shown again. ${failureText(failure)}` }));
}
