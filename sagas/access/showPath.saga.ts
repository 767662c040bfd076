import type { Action } from '@reduxjs/toolkit';
import { call, select, take, type SagaGenerator } from '../effects';
import { machineMoved } from '../machine/machines.slice';
import { port } from '../ports';
import { selectScreen, type Screen } from './access.selectors';

const PUBLIC_SIGN_IN = /^\/(?:[^/]+\/)?signin\/?$/;

/** The address a screen has. A forced password change has one address only, whatever was typed. */
export function pathFor(screen: Screen, path: string): string {
  switch (screen) {
    case 'starting':
    case 'unreachable':
      return path;
    case 'signIn':
      return PUBLIC_SIGN_IN.test(path) ? path : '/signin';
    case 'passwordChange':
      return '/passwordchange';
    case 'home':
      return '/home';
  }
}

/** Keeps the address in step with the screen, without leaving steps in the history. */
export function* showPath(): SagaGenerator<void> {
  const page = yield* port('page');
  while (true) {
    yield* take((action: Action) => machineMoved.match(action));
    const path = yield* call(page.path);
    const wanted = pathFor(yield* select(selectScreen), path);
    if (wanted !== path) yield* call(page.replacePath, wanted);
  }
}
