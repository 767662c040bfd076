import type { Action } from '@reduxjs/toolkit';
import { call, select, take, type SagaGenerator } from '../effects';
import { machineMoved } from '../machine/machines.slice';
import { port } from '../ports';
import { selectSession } from '../session/session.selectors';
import type { SessionContext } from '../../machines/session/session.types';
import { selectScreen, type Screen } from './access.selectors';

const SIGN_IN = /^\/(?:[^/]+\/)?signin\/?$/;
const SSO = /^\/(?:[^/]+\/auth\/sso\/[^/]+|login\/oauth2\/code\/ats)\/?$/;
const BEFORE_SIGN_IN = [SIGN_IN, SSO, /^\/$/, /^\/passwordchange\/?$/];

const isBeforeSignIn = (path: string) => BEFORE_SIGN_IN.some((pattern) => pattern.test(path));

/** The address a screen has. A forced password change has one address only, whatever was typed. */
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

/** Who left on purpose does not want to come back to the same page, and neither does the next person. */
export function isWorthReturningTo(path: string, reason: SessionContext['reason']): boolean {
  return !isBeforeSignIn(path) && reason !== 'signed_out' && reason !== 'invalid_url';
}

/** Keeps the address in step with the screen, without leaving steps in the history. */
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
      // What the address asks for is yet to begin.
      if ((yield* call(sso.asked)) !== null) continue;
      yield* remember(pathname, search);
    }
    yield* call(page.replace, wanted);
  }
}

/** A deep link survives the sign-in that it needs. */
function* remember(pathname: string, search: string): SagaGenerator<void> {
  // On the way through single sign-on nobody wants to be where they are: what was wanted before still is.
  if (SSO.test(pathname)) return;
  const storage = yield* port('storage');
  const reason = (yield* select(selectSession))?.context.reason ?? null;
  const wanted = isWorthReturningTo(pathname, reason) ? pathname + search : null;
  yield* call(storage.write, 'wantedPath', wanted);
}
