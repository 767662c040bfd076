/**
 * Shows toasts as desktop notifications while their tab is hidden: each once, in one tab of a browser. Its code
 * is loaded with the first one.
 */
import { OPEN_NOTIFICATION_PATH, NOTIFICATION_PARAM } from '../../../contract/notifications/notificationLink';
import { port } from '../../base/ports/ports';
import type { DesktopAlert } from '../../base/ports/alerts';
import { call, select, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { selectPersistentQuery } from '../../navigation/location/location.selectors';
import { selectUser } from '../../session/session.selectors';
import { chatTargetOf } from '../notifications/links';
import { shownWhileHidden } from '../notifications/toasts/toasts.slice';
import { candidateName, type Toast } from '../notifications/toasts/toastQueue';
import { desktopSetting, hasReturned, keptKeys, keyOf, keysOf } from './desktop.rules';

/** A late part: shows toasts of a hidden tab on the desktop, if the user has turned that on in this browser. */
export function* watchDesktop(): SagaGenerator<void> {
  yield* takeEvery(shownWhileHidden, function* show({ payload: { toasts } }) {
    const storage = yield* port('storage');
    const setting = desktopSetting(yield* call(storage.read, 'desktopAlerts'));
    if (setting === 'off') return;
    const fresh = yield* notYetShown(toasts);
    if (fresh.length === 0) return;
    const alerts = yield* port('alerts');
    try {
      const isShown = yield* call(alerts.show, yield* alertsOf(fresh));
      if (isShown && setting === 'sound') yield* call(alerts.chime);
    } catch {
      // Its code failed to load, or the browser shows none; the page has the toasts.
    }
  });
}

interface Fresh {
  readonly toast: Toast;
  readonly isAgain: boolean;
}

/**
 * Toasts not yet on the desktop: a closing tab may have shown some that its successor applies later. Chat toasts always
 * count as new, because their id is the candidate's.
 */
function* notYetShown(toasts: readonly Toast[]): SagaGenerator<readonly Fresh[]> {
  const storage = yield* port('storage');
  const known = keysOf(yield* call(storage.read, 'desktopShown'));
  const keys: string[] = [];
  const fresh = toasts.flatMap((toast): Fresh[] => {
    if (toast.kind === 'chat') return [{ toast, isAgain: true }];
    const key = keyOf(toast.notification);
    if (known.includes(key)) return [];
    keys.push(key);
    return [{ toast, isAgain: hasReturned(known, toast.notification) }];
  });
  if (keys.length > 0) yield* call(storage.write, 'desktopShown', keptKeys([...known, ...keys]));
  return fresh;
}

/** Each leads where its toast does. */
function* alertsOf(fresh: readonly Fresh[]): SagaGenerator<readonly DesktopAlert[]> {
  const user = yield* select(selectUser);
  const persistentQuery = yield* select(selectPersistentQuery);
  return fresh.map(({ toast, isAgain }) => {
    const { id } = toast;
    if (toast.kind === 'notification') {
      const path = `${OPEN_NOTIFICATION_PATH}?${NOTIFICATION_PARAM}=${id}`;
      return { id, title: toast.notification.subject, path, isAgain };
    }
    const path = (user && chatTargetOf(user, toast.item, persistentQuery)) ?? '/';
    return { id, title: `Message from ${candidateName(toast.item)}`, path, isAgain };
  });
}
