/** Follows the links of mails and pushes: to the page of the notification, or to the panel if it has none. */
import { tabOf } from '../../../contract/notifications/categories';
import { NOTIFICATION_PARAM } from '../../../contract/notifications/notificationLink';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import {
  selectPersistentQuery,
  selectLanding,
  selectQuery,
  selectResolution,
} from '../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../navigation/location/location.slice';
import { currentUser } from '../../session/activeSession.saga';
import { request } from '../../session/token/request.saga';
import { changeNotifications } from './feed/feed.saga';
import { targetOf } from './links';
import { linkShown, linkedReducers } from './panel/linked.slice';
import { selectMarkAllRead } from './panel/panel.selectors';
import { panelOpened } from './panel/panel.slice';

/** A late part, loaded with such an address. */
export function* watchNotificationLink(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, linkedReducers);
  while (true) {
    const resolution = yield* select(selectResolution);
    if (resolution.kind === 'common' && resolution.page === 'opening')
      yield* open((yield* select(selectQuery)).get(NOTIFICATION_PARAM) ?? '');
    yield* take(pageMoved);
  }
}

function* open(notificationId: string): SagaGenerator<void> {
  const { failure, answer: notification } = yield* attempt(request('notificationById', { params: { notificationId } }));
  if (failure !== null) {
    yield* goOn(yield* select(selectLanding));
    const text = isGone(failure)
      ? 'This notification is no longer stored, or it was sent to another user. The bell has your current notifications.'
      : `The notification could not be opened. ${failureText(failure)}`;
    return void (yield* put(noticeShown({ tone: 'warning', text })));
  }
  const target = targetOf(yield* currentUser(), notification, yield* select(selectPersistentQuery));
  // Before it is marked as read, so that it is shown as read.
  if (target.kind !== 'page') yield* put(linkShown({ notification }));
  // Following the link marks it as read; a failure does not stop the redirect.
  yield* attempt(call(changeNotifications, [{ id: notification.id, read: true }]));
  if (target.kind === 'page') return yield* goOn(target.to);
  yield* goOn(yield* select(selectLanding));
  const tab = tabOf(notification.categoryCode);
  yield* put(panelOpened({ reading: yield* select(selectMarkAllRead), tab }));
}

const isGone = (failure: { readonly kind: string; readonly code?: string }): boolean =>
  failure.kind === 'refused' && (failure.code === 'not.found' || failure.code === 'request.invalid');

/** Replaces this step, so that Back does not return here. */
function* goOn(to: string): SagaGenerator<void> {
  yield* put(navigateRequested({ to, replace: true }));
}
