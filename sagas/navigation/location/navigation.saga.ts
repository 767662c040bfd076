/** The address is state: the page reports its address, and every navigation goes through this saga. */
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { callRefused, signOutRequested } from '../../session/session.events';
import { selectSession, selectUser } from '../../session/session.selectors';
import { isBeforeSignIn, leavesNoPage } from '../../session/signIn/showPath.saga';
import { landingOf, resolve } from '../routes/resolve';
import { selectLanding, selectPathname, selectResolution } from './location.selectors';
import { historyStepRequested, navigateRequested, pageMoved } from './location.slice';
import { UNAUTHORIZED_PATH, createRevokedPages, type RevokedPages } from './revokedPages.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { machineMoved } from '../../base/runtime/machines.slice';

/** Opens the first page, then changes the address on request and redirects from pages the user may not open. */
export function* watchNavigation(): SagaGenerator<void> {
  const page = yield* port('page');
  const taken = createRevokedPages();
  yield* takeEvery(navigateRequested, go);
  yield* takeEvery(historyStepRequested, step);
  yield* takeEvery(pageMoved, guard, taken);
  yield* takeEvery(callRefused, refuse, taken);
  yield* fork(followPermissions, taken);
  const moves = yield* call(page.moves);
  yield* fork(openFirstPage, taken);
  try {
    while (true) yield* put(pageMoved(yield* take(moves)));
  } finally {
    moves.close();
    yield* taken.forget();
    // A deliberate sign-out leaves no page to return to, so the next address is a link of the next user.
    if (leavesNoPage((yield* select(selectSession))?.context.reason ?? null)) yield* writeOwner(null);
  }
}

function* go({ payload: { to, replace } }: ReturnType<typeof navigateRequested>): SagaGenerator<void> {
  const page = yield* port('page');
  const { pathname, search } = yield* call(page.location);
  // A second click on the current page adds no step to the history.
  const again = to === pathname + search;
  yield* call(replace || again ? page.replace : page.push, to);
}

function* step({ payload: steps }: ReturnType<typeof historyStepRequested>): SagaGenerator<void> {
  const page = yield* port('page');
  yield* call(page.go, steps);
}

/** Redirects from pages that the user may not open. */
function* guard(taken: RevokedPages): SagaGenerator<void> {
  const page = yield* port('page');
  const resolution = yield* select(selectResolution);
  switch (resolution.kind) {
    case 'redirect':
      return yield* call(page.replace, resolution.to);
    case 'unauthorized':
      return yield* taken.leave();
    case 'invalid':
      // Forward leads to the entry of a step of the sign-in, which is over.
      if (isBeforeSignIn((yield* select(selectPathname)) ?? ''))
        return yield* call(page.replace, yield* select(selectLanding));
      return void (yield* put(signOutRequested('invalid_url')));
    case 'screen':
      return yield* taken.shows();
    case 'common':
    case 'missing':
    case 'waiting':
      return;
  }
}

/** The server refused a call: the user's permissions have changed since the page was opened. */
function* refuse(taken: RevokedPages): SagaGenerator<void> {
  const page = yield* port('page');
  yield* put(noticeShown({ tone: 'warning', text: 'Unauthorized access.' }));
  // The page to return to is already stored.
  if ((yield* call(page.location)).pathname === UNAUTHORIZED_PATH) return;
  yield* taken.remember(UNAUTHORIZED_PATH);
  yield* call(page.replace, UNAUTHORIZED_PATH);
}

/** Whose pages this tab has shown since the last deliberate sign-out. */
function* writeOwner(userId: string | null): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'pageOwner', userId);
}

/**
 * The first page when the shell opens: the one requested before sign-in if the user may open it, otherwise the one at
 * the address. Neither if it may be another user's, whose search, facility and documents it would show.
 */
function* openFirstPage(taken: RevokedPages): SagaGenerator<void> {
  const page = yield* port('page');
  const storage = yield* port('storage');
  const user = yield* select(selectUser);
  const wanted = yield* call(storage.read, 'wantedPath');
  yield* call(storage.write, 'wantedPath', null);
  const owner = yield* call(storage.read, 'pageOwner');
  if (user !== null) yield* writeOwner(user.userId);
  if (user !== null && owner !== null && owner !== user.userId) {
    yield* taken.forget();
    yield* call(storage.write, 'pdfPreview', null);
    yield* call(storage.write, 'pdfSteps', null);
    return yield* call(page.replace, landingOf(user));
  }
  if (user !== null && wanted?.startsWith('/')) {
    const [pathname = '/'] = wanted.split('?', 1);
    const { kind } = resolve(user, pathname);
    // The guard goes on from the address of a section to its first page.
    if (kind === 'screen' || kind === 'common' || kind === 'redirect') return yield* call(page.replace, wanted);
  }
  if (yield* taken.resume()) return;
  yield* put(pageMoved({ location: yield* call(page.location), by: 'replace' }));
}

/** Permissions change while a page is open: leaves a revoked page, and returns to one that is granted again. */
function* followPermissions(taken: RevokedPages): SagaGenerator<void> {
  const permissions = function* () {
    return (yield* select(selectUser))?.permissions.join() ?? null;
  };
  let before = yield* permissions();
  yield* takeEvery(machineMoved, function* () {
    const now = yield* permissions();
    if (now === null || now === before) return;
    before = now;
    if (!(yield* taken.resume())) yield* guard(taken);
  });
}
