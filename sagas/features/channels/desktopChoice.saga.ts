/** Whether this browser shows notifications on the desktop, and with a sound. */
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, put, type SagaGenerator } from '../../base/runtime/effects';
import { desktopSetting } from '../desktopNotifications/desktop.rules';
import { desktopSet, type desktopChosen } from './channels.slice';
import { NOT_ALLOWED, NOT_READY } from './channels.texts';

/** What was chosen has no effect once the permission is withdrawn, and is kept until it is granted again. */
export function* readDesktop(): SagaGenerator<void> {
  const alerts = yield* port('alerts');
  const storage = yield* port('storage');
  const chosen = desktopSetting(yield* call(storage.read, 'desktopAlerts'));
  const permission = yield* call(alerts.permission);
  const desktop = permission === 'granted' ? chosen : 'off';
  yield* put(desktopSet({ desktop, isDesktopBlocked: permission === 'denied' }));
}

/** Unless they are turned off, the browser asks the user for permission. */
export function* chooseDesktop({ payload: setting }: ReturnType<typeof desktopChosen>): SagaGenerator<void> {
  const alerts = yield* port('alerts');
  const storage = yield* port('storage');
  const outcome = setting === 'off' ? 'allowed' : yield* call(alerts.askToShow);
  if (outcome === 'allowed') yield* call(storage.write, 'desktopAlerts', setting === 'off' ? null : setting);
  else yield* put(noticeShown(outcome === 'refused' ? NOT_ALLOWED : NOT_READY));
  yield* readDesktop();
  if (outcome === 'allowed' && setting === 'sound') yield* call(alerts.chime);
}
