/**
 * Shows toasts as desktop notifications while their tab is hidden: each once, in one tab of a browser. Loaded with the
 * first.
 */
import { OPEN_NOTIFICATION_PATH, NOTIFICATION_PARAM } from '../../../contract/notifications/notificationLink';
import { port } from '../../base/ports/ports';
import type { DesktopAlert } from '../../base/ports/alerts';
import { call, select, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { selectPersistentQuery } from '../../navigation/location/location.selectors';
import { selectUser } from '../../session/session.selectors';
import { chatTargetOf } from '../notifications/links';
import { shownWhileHidden } from '../notifications/toasts/toasts.slice';
import type { Toast } from '../notifications/toasts/toastQueue';
import { desktopSetting, idsOf, keptIds } from './desktop.rules';

/** A late part: shows toasts of a hidden tab on the desktop, if the user has turned that on in this browser. */
export function* watchDesktop(): SagaGenerator<void> {
  yield* takeEvery(shownWhileHidden, function* show({ payload: { toasts } }) {
    const storage = yield* port('storage');
    const setting = desktopSetting(yield* call(storage.read, 'desktopAlerts'));
    if (setting === 'off') return;
    const fresh = yield* notYetShown(toasts);
    if (fresh.length === 0) return;
    const alerts = yield* port('alerts');
    yield* call(alerts.show, yield* alertsOf(fresh));
    if (setting === 'sound') yield* call(alerts.chime);
  });
}

/**
 * Toasts not yet on the desktop: a closing tab may have shown some that its successor applies later. Chat toasts always
 * count as new, because their id is the candidate's.
 */
function* notYetShown(toasts: readonly Toast[]): SagaGenerator<readonly Toast[]> {
  const storage = yield* port('storage');
  const known = idsOf(yield* call(storage.read, 'desktopShown'));
  const fresh = toasts.filter(({ id, kind }) => kind === 'chat' || !known.includes(id));
  const ids = fresh.filter(({ kind }) => kind !== 'chat').map(({ id }) => id);
  if (ids.length > 0) yield* call(storage.write, 'desktopShown', keptIds([...known, ...ids]));
  return fresh;
}

/** Each leads where its toast does. */
function* alertsOf(toasts: readonly Toast[]): SagaGenerator<readonly DesktopAlert[]> {
  const user = yield* select(selectUser);
  const persistentQuery = yield* select(selectPersistentQuery);
  return toasts.map((toast) => {
    const { id } = toast;
    if (toast.kind === 'notification') {
      const path = `${OPEN_NOTIFICATION_PATH}?${NOTIFICATION_PARAM}=${id}`;
      return { id, title: toast.notification.subject, path };
    }
    const path = (user && chatTargetOf(user, toast.item, persistentQuery)) ?? '/';
    return { id, title: `${toast.item.candidateName ?? 'A candidate'} has written`, path };
  });
}
