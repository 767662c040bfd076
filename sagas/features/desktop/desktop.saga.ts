/**
 * Shows toasts as desktop notifications while their tab is hidden: each once, in one tab of a browser. Loaded with the
 * first.
 */
import { OPEN_NOTIFICATION_PATH, NOTIFICATION_PARAM } from '../../../contract/notifications/opened';
import { port, type DesktopAlert } from '../../base/ports';
import { call, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { shownWhileHidden } from '../notifications/toasts/toasts.slice';
import type { Toast } from '../notifications/toasts/toastQueue';
import { desktopSetting } from './desktop.rules';

/** A late part. */
export function* watchDesktop(): SagaGenerator<void> {
  yield* takeEvery(shownWhileHidden, function* show({ payload: { toasts } }) {
    const storage = yield* port('storage');
    const setting = desktopSetting(yield* call(storage.read, 'desktopAlerts'));
    if (setting === 'off') return;
    const alerts = yield* port('alerts');
    yield* call(alerts.show, toasts.map(alertOf));
    if (setting === 'sound') yield* call(alerts.chime);
  });
}

const alertOf = (toast: Toast): DesktopAlert =>
  toast.kind === 'chat'
    ? { id: toast.id, title: `${toast.item.candidateName ?? 'A candidate'} has written`, path: '/' }
    : {
        id: toast.id,
        title: toast.notification.subject,
        path: `${OPEN_NOTIFICATION_PATH}?${NOTIFICATION_PARAM}=${toast.id}`,
      };
