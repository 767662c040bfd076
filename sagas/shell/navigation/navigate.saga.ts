/** The address is state: the page tells the store where it is, and every step goes through here. */
import { call, fork, put, select, take, takeEvery, type SagaGenerator } from '../../effects';
import { signOutRequested } from '../../access/access.intents';
import { port } from '../../ports';
import { callRefused } from '../../session/session.events';
import { selectPageTitle, selectResolution } from '../shell.selectors';
import { historyStepRequested, navigateRequested, pageMoved } from './navigation.actions';
import { arrival } from './arrival.saga';

export const UNAUTHORIZED_PATH = '/unauthorized';

export function* watchNavigation(): SagaGenerator<void> {
  const page = yield* port('page');
  yield* takeEvery(navigateRequested, go);
  yield* takeEvery(historyStepRequested, step);
  yield* takeEvery(pageMoved, guard);
  yield* takeEvery(callRefused, refuse);
  const moves = yield* call(page.moves);
  yield* fork(arrival);
  try {
    while (true) yield* put(pageMoved(yield* take(moves)));
  } finally {
    moves.close();
  }
}

function* go({ payload: { to, replace } }: ReturnType<typeof navigateRequested>): SagaGenerator<void> {
  const page = yield* port('page');
  const { pathname, search } = yield* call(page.location);
  // Where one already is, a second click is not a second step.
  const again = to === pathname + search;
  yield* call(replace || again ? page.replace : page.push, to);
}

function* step({ payload: steps }: ReturnType<typeof historyStepRequested>): SagaGenerator<void> {
  const page = yield* port('page');
  yield* call(page.go, steps);
}

/** Nobody stays where they may not be. */
function* guard(): SagaGenerator<void> {
  const page = yield* port('page');
  const resolution = yield* select(selectResolution);
  switch (resolution.kind) {
    case 'redirect':
      return yield* call(page.replace, resolution.to);
    case 'unauthorized':
      return yield* call(page.replace, UNAUTHORIZED_PATH);
    case 'invalid':
      return void (yield* put(signOutRequested('invalid_url')));
    case 'screen':
    case 'common':
    case 'missing':
      return yield* call(page.setTitle, yield* select(selectPageTitle));
    case 'waiting':
      return;
  }
}

/** The server knows better than the menu what this person may do now. */
function* refuse(): SagaGenerator<void> {
  const page = yield* port('page');
  yield* call(page.replace, UNAUTHORIZED_PATH);
}
