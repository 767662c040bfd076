/** Everything that runs while a user is signed in. A chunk of its own, fetched after sign-in. */
import { fork, type SagaGenerator } from '../base/runtime/effects';
import { threadOnScreen, watchChatLive } from '../features/chat/live.saga';
import { watchDocuments } from '../features/documents/documents.saga';
import { watchFilters } from '../features/dashboards/filters/filters.saga';
import { watchHandOffs } from '../features/handOffs/handOffs.saga';
import { watchHomeDashboard } from '../features/dashboards/home/home.saga';
import { catchUp } from '../features/notifications/feed/feed.saga';
import { watchNotifications } from '../features/notifications/notifications.saga';
import { watchRealtime } from '../features/realtime/realtime.saga';
import { watchClients } from '../navigation/location/clients.saga';
import { watchNavigation } from '../navigation/location/navigation.saga';
import { watchNotices } from '../base/notices/notices.saga';
import { watchWindow } from '../base/window';
import { applyBranding } from './branding';
import { runLateParts } from './lateParts.saga';
import { watchTitle } from './title.saga';
import { guardUnsavedWork } from './unsavedWork.saga';

export { sagasOf } from './lateParts.saga';
export { shellReducers } from './shell.reducers';

/** Runs from the end of sign-in to the end of the session, which cancels all of it. */
export function* watchShell(): SagaGenerator<void> {
  yield* fork(watchWindow);
  yield* fork(watchNotices);
  yield* fork(applyBranding);
  yield* fork(watchClients);
  yield* fork(watchHandOffs);
  yield* fork(watchDocuments);
  yield* fork(watchChatLive);
  yield* fork(watchNotifications, { threadOnScreen });
  yield* fork(watchHomeDashboard);
  yield* fork(watchFilters);
  yield* fork(runLateParts);
  yield* fork(guardUnsavedWork);
  yield* fork(watchRealtime, { catchUp });
  yield* fork(watchTitle);
  yield* fork(watchNavigation);
}
