/** Turns page events of the browser into actions. */
import { createAction } from '@reduxjs/toolkit';
import { port } from './ports/ports';
import { call, put, take, type SagaGenerator } from './runtime/effects';

/** The page became visible again, or was restored from the browser's cache. */
export const pageBecameVisible = createAction('session/pageBecameVisible');

/** The browser reports a network again. */
export const browserOnline = createAction('session/browserOnline');

/** The browser reports that there is no network. */
export const browserOffline = createAction('session/browserOffline');

const ACTIONS = {
  online: browserOnline,
  offline: browserOffline,
  visible: pageBecameVisible,
  restored: pageBecameVisible,
};

/** Runs for as long as the page lives. */
export function* listenToPage(): SagaGenerator<void> {
  const page = yield* port('page');
  const signals = yield* call(page.signals);
  while (true) yield* put(ACTIONS[yield* take(signals)]());
}
