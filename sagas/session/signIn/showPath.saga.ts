/** The address and the history of the sign-in screens. */
import type { EventChannel } from 'redux-saga';
import { call, put, race, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { machineMoved } from '../../base/runtime/machines.slice';
import { port } from '../../base/ports/ports';
import type { PageMove } from '../../base/ports/page';
import { selectSession } from '../session.selectors';
import type { SessionContext } from '../../../machines/session/session.types';
import { returnToSignInRequested, takeoverRejected } from './signIn.intents';
import {
  selectOpenStep,
  selectScreen,
  selectSignIn,
  selectStepsAreOver,
  type OpenStep,
  type Screen,
} from './signIn.selectors';
import { loadUnfinished, saveUnfinished, type UnfinishedSignIn } from './unfinished.saga';

const SIGN_IN = /^\/(?:[^/]+\/)?signin\/?$/;
const SSO = /^\/(?:[^/]+\/auth\/sso\/[^/]+|login\/oauth2\/code\/ats)\/?$/;
const PASSWORD_CHANGE = /^\/passwordchange\/?$/;
const BEFORE_SIGN_IN = [SIGN_IN, SSO, /^\/$/, PASSWORD_CHANGE];

/** Whether the address belongs to the screens before the sign-in: a signed-in user has none of these. */
export const isBeforeSignIn = (path: string) => BEFORE_SIGN_IN.some((pattern) => pattern.test(path));

/** The address of a screen. A forced password change always has the same one. */
export function pathFor(screen: Screen, path: string): string {
  switch (screen) {
    case 'starting':
    case 'unreachable':
    case 'sso':
      return path;
    case 'signIn':
      return SIGN_IN.test(path) ? path : '/signin';
    case 'passwordChange':
      return '/passwordchange';
    case 'home':
      return isBeforeSignIn(path) ? '/' : path;
  }
}

/** After a deliberate sign-out the next sign-in does not return to the same page: it may be another user. */
export const leavesNoPage = (reason: SessionContext['reason']): boolean =>
  reason === 'signed_out' || reason === 'invalid_url';

export const isWorthReturningTo = (path: string, reason: SessionContext['reason']): boolean =>
  !isBeforeSignIn(path) && !leavesNoPage(reason);

/**
 * Keeps the address in step with the screen. The steps after the form share one entry of the history above the form's,
 * so that Back returns to the form; it is removed when they are over, so that Back from the home page leaves the app.
 */
export function* showPath(): SagaGenerator<void> {
  const page = yield* port('page');
  const moves = yield* call(page.moves);
  let open = yield* loadUnfinished();
  while (true) {
    const { move, moved } = yield* race({ move: take(moves), moved: take(machineMoved) });
    if (moved === undefined) {
      if (move !== undefined && open !== null) open = yield* followMove(move, open);
      continue;
    }
    const step = yield* select(selectOpenStep);
    if (step !== null && moved.payload.machine === 'signIn') open = yield* openStep(step, open);
    else if (open !== null && (yield* select(selectStepsAreOver))) open = yield* closeSteps(open, moves);
    yield* showScreen();
  }
}

/** Back from a step returns to the form. Returns the step that is open after this move. */
function* followMove(
  { by, location: { key } }: PageMove,
  open: UnfinishedSignIn,
): SagaGenerator<UnfinishedSignIn | null> {
  if (key === open.key) return open;
  // The same entry under another address.
  const still = by === 'replace' ? { ...open, key } : null;
  yield* saveUnfinished(still);
  const step = yield* select(selectOpenStep);
  if (by === 'pop' && step !== null) {
    yield* put(step === 'takeover' ? takeoverRejected() : returnToSignInRequested());
  }
  return still;
}

/** Adds the entry unless there is one. */
function* openStep(step: OpenStep, open: UnfinishedSignIn | null): SagaGenerator<UnfinishedSignIn> {
  if (open?.step === step) return open;
  const page = yield* port('page');
  if (open === null) {
    // The entry below is always the form's, whichever page was requested.
    yield* showForm();
    const { pathname } = yield* call(page.location);
    yield* call(page.push, pathFor(yield* select(selectScreen), pathname));
  } else {
    yield* showScreen();
  }
  const { key } = yield* call(page.location);
  const { userName, organizationCode } = yield* select(selectSignIn);
  const opened = { step, key, userName, organizationCode };
  yield* saveUnfinished(opened);
  return opened;
}

/** Removes the entry, and returns once the page is at the one below. */
function* closeSteps(open: UnfinishedSignIn, moves: EventChannel<PageMove>): SagaGenerator<null> {
  const page = yield* port('page');
  yield* saveUnfinished(null);
  if ((yield* call(page.location)).key !== open.key) return null;
  yield* call(page.go, -1);
  while ((yield* take(moves)).by !== 'pop');
  return null;
}

/** Replaces the address by that of the screen. */
function* showScreen(): SagaGenerator<void> {
  const page = yield* port('page');
  const screen = yield* select(selectScreen);
  if (screen === 'signIn') return yield* showForm();
  const { pathname } = yield* call(page.location);
  const wanted = pathFor(screen, pathname);
  if (wanted !== pathname) yield* call(page.replace, wanted);
}

function* showForm(): SagaGenerator<void> {
  const page = yield* port('page');
  const sso = yield* port('sso');
  const { pathname, search } = yield* call(page.location);
  const wanted = pathFor('signIn', pathname);
  // The single sign-on requested by the address may not have begun yet.
  if (wanted === pathname || (yield* call(sso.request)) !== null) return;
  yield* saveWantedPath(pathname, search);
  yield* call(page.replace, wanted);
}

/** A deep link survives the sign-in it requires. */
function* saveWantedPath(pathname: string, search: string): SagaGenerator<void> {
  // Addresses of single sign-on and of the forced change are no destination: the page requested earlier is kept.
  if (SSO.test(pathname) || PASSWORD_CHANGE.test(pathname)) return;
  const storage = yield* port('storage');
  const reason = (yield* select(selectSession))?.context.reason ?? null;
  const wanted = isWorthReturningTo(pathname, reason) ? pathname + search : null;
  yield* call(storage.write, 'wantedPath', wanted);
}
