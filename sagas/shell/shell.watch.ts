/** Everything that runs while somebody is signed in and looks at the shell. A file of its own, fetched after sign-in. */
import { watchBroadcasts } from '../broadcasts/broadcasts.watch';
import { watchChangePassword } from '../changePassword/changePassword.watch';
import { fork, type SagaGenerator } from '../effects';
import { watchDocuments } from '../documents/documents.watch';
import { watchFilters } from '../filters/filters.watch';
import { watchHandOffs } from '../handOffs/handOff.saga';
import { watchHomeDashboard } from '../homeDashboard/homeDashboard.watch';
import { watchNotifications } from '../notifications/notifications.watch';
import { watchPreferences } from '../preferences/preferences.watch';
import { watchRealtime } from '../realtime/realtime.watch';
import { watchRoleUpdates } from '../roleUpdates/roleUpdates.watch';
import { watchDueTasks } from '../tasks/due.saga';
import { watchClients } from './clients/watchClients.saga';
import { watchNavigation } from './navigation/navigate.saga';
import { watchNotices } from './notices/watchNotices.saga';
import { wearLooks } from './organization/wearLooks.saga';
import { runLateParts } from './parts/runLateParts.saga';
import { guardUnsavedWork } from './unsavedWork/guardUnsavedWork.saga';
import { watchWindow } from './window/watchWindow.saga';

export { sagasOf } from './parts/late.parts';
export { shellReducer } from './shell.reducer';

export function* watchShell(): SagaGenerator<void> {
  yield* fork(watchWindow);
  yield* fork(watchNotices);
  yield* fork(wearLooks);
  yield* fork(watchClients);
  yield* fork(watchHandOffs);
  yield* fork(watchChangePassword);
  yield* fork(watchDocuments);
  yield* fork(watchDueTasks);
  yield* fork(watchNotifications);
  yield* fork(watchPreferences);
  yield* fork(watchBroadcasts);
  yield* fork(watchRoleUpdates);
  yield* fork(watchHomeDashboard);
  yield* fork(watchFilters);
  yield* fork(runLateParts);
  yield* fork(guardUnsavedWork);
  yield* fork(watchRealtime);
  yield* fork(watchNavigation);
}
