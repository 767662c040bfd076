/** Everything that runs while somebody is signed in and looks at the shell. A file of its own, fetched after sign-in. */
import { fork, type SagaGenerator } from '../effects';
import { watchDocuments } from '../documents/documents.watch';
import { watchLists } from '../lists/lists.watch';
import { watchNotifications } from '../notifications/notifications.watch';
import { watchRealtime } from '../realtime/realtime.watch';
import { watchNavigation } from './navigation/navigate.saga';
import { watchNotices } from './notices/watchNotices.saga';
import { watchWindow } from './window/watchWindow.saga';

export { shellReducer } from './shell.reducer';

export function* watchShell(): SagaGenerator<void> {
  yield* fork(watchWindow);
  yield* fork(watchNotices);
  yield* fork(watchLists);
  yield* fork(watchDocuments);
  yield* fork(watchNotifications);
  yield* fork(watchRealtime);
  yield* fork(watchNavigation);
}
