/** Fetches the code of administration with the first page that needs it, and runs it until the session ends. */
import { call, race, select, take, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { browserOnline } from '../session/session.events';
import { pageMoved } from '../shell/navigation/navigation.actions';
import type { ScreenId } from '../shell/routes/route.types';
import { selectRoute } from '../shell/shell.selectors';
import { pause } from '../time.saga';

const RETRY_MS = 3_000;
const SCREENS: readonly ScreenId[] = ['userForm', 'roleForm', 'broadcastForm', 'broadcast'];

/** Null where the file did not come. */
const fetched = () => import(/* webpackChunkName: "admin" */ './admin.watch').catch(() => null);

export function* runAdmin(): SagaGenerator<void> {
  while (!(yield* isNeeded())) yield* take(pageMoved);
  const parts = yield* port('parts');
  let admin = yield* call(fetched);
  while (admin === null) {
    yield* race({ waited: call(pause, RETRY_MS), online: take(browserOnline) });
    admin = yield* call(fetched);
  }
  yield* call(parts.add<'admin'>, 'admin', admin.adminReducer);
  yield* call(admin.watchAdmin);
}

function* isNeeded(): SagaGenerator<boolean> {
  const route = yield* select(selectRoute);
  return route !== null && SCREENS.includes(route.screen);
}
