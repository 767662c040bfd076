/**
 * What pops up in the tab that shows toasts is shown by the desktop, too, while nobody looks at that tab: in one tab of a
 * browser only, each once. Loaded with the first toast.
 */
import { OPEN_NOTIFICATION_PATH, NOTIFICATION_PARAM } from '../../../contract/notifications/opened';
import { port, type DesktopAlert } from '../../base/ports';
import { call, select, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { selectAttention, selectToasts, toastsRaised } from '../notifications/toasts/toasts.slice';
import { isSticky, type Toast } from '../notifications/toasts/toastQueue';
import { desktopSetting } from './desktop.rules';

/** A late part. */
export function* watchDesktop(): SagaGenerator<void> {
  const known = new Set<string>();
  // What stands has stood before.
  yield* alert(
    ((yield* select(selectToasts))?.shown ?? []).filter((toast) => !isSticky(toast)),
    known,
  );
  yield* takeEvery(toastsRaised, function* raised({ payload }) {
    yield* alert(payload.toasts, known);
  });
}

/** `known` were shown, or seen. */
function* alert(toasts: readonly Toast[], known: Set<string>): SagaGenerator<void> {
  const fresh = toasts.filter((toast) => toast.kind === 'chat' || !known.has(toast.id));
  for (const { id } of fresh) known.add(id);
  const storage = yield* port('storage');
  const setting = desktopSetting(yield* call(storage.read, 'desktopAlerts'));
  if (fresh.length === 0 || setting === 'off' || (yield* select(selectAttention))?.visible !== false) return;
  const alerts = yield* port('alerts');
  yield* call(alerts.show, fresh.map(alertOf));
  if (setting === 'sound') yield* call(alerts.chime);
}

const alertOf = (toast: Toast): DesktopAlert =>
  toast.kind === 'chat'
    ? { id: toast.id, title: `${toast.item.candidateName ?? 'A candidate'} has written`, path: '/' }
    : {
        id: toast.id,
        title: toast.notification.subject,
        path: `${OPEN_NOTIFICATION_PATH}?${NOTIFICATION_PARAM}=${toast.id}`,
      };
