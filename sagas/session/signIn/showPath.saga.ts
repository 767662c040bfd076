import type { Action } from '@reduxjs/toolkit';
import { call, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { machineMoved } from '../../base/runtime/machines.slice';
import { port } from '../../base/ports';
import { selectSession } from '../session.selectors';
import type { SessionContext } from '../../../machines/session/session.types';
import { selectScreen, type Screen } from './signIn.selectors';

const SIGN_IN = /^\/(?:[^/]+\/)?signin\/?$/;
const SSO = /^\/(?:[^/]+\/auth\/sso\/[^/]+|login\/oauth2\/code\/ats)\/?$/;
const BEFORE_SIGN_IN = [SIGN_IN, SSO, /^\/$/, /^\/passwordchange\/?$/];

const isBeforeSignIn = (path: string) => BEFORE_SIGN_IN.some((pattern) => pattern.test(path));

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
export function isWorthReturningTo(path: string, reason: SessionContext['reason']): boolean {
  return !isBeforeSignIn(path) && reason !== 'signed_out' && reason !== 'invalid_url';
}

/** Keeps the address in step with the screen, without steps in the history. */
export function* showPath(): SagaGenerator<void> {
  const page = yield* port('page');
  const sso = yield* port('sso');
  while (true) {
    yield* take((action: Action) => machineMoved.match(action));
    const { pathname, search } = yield* call(page.location);
    const screen = yield* select(selectScreen);
    const wanted = pathFor(screen, pathname);
    if (wanted === pathname) continue;
    if (screen === 'signIn') {
      // The single sign-on requested by the address has not begun yet.
      if ((yield* call(sso.request)) !== null) continue;
      yield* remember(pathname, search);
    }
    yield* call(page.replace, wanted);
  }
}

/** A deep link survives the sign-in it requires. */
function* remember(pathname: string, search: string): SagaGenerator<void> {
  // Addresses of single sign-on are no destination: the page requested earlier is kept.
  if (SSO.test(pathname)) return;
  const storage = yield* port('storage');
  const reason = (yield* select(selectSession))?.context.reason ?? null;
  const wanted = isWorthReturningTo(pathname, reason) ? pathname + search : null;
  yield* call(storage.write, 'wantedPath', wanted);
}
