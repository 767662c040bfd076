import type { Action } from '@reduxjs/toolkit';
import { call, race, take, type SagaGenerator } from '../effects';
import { machineMoved } from '../machine/machines.slice';

const sessionMoved = (active: boolean) => (action: Action) =>
  machineMoved.match(action) &&
  action.payload.machine === 'session' &&
  action.payload.projection.tags.includes('active') === active;

const sessionEntered = sessionMoved(true);
/** The session machine has gone on to a state without a signed-in user. */
export const sessionLeft = sessionMoved(false);

/** Runs the saga whenever somebody is signed in, and stops it when they no longer are. */
export function* whileActive(saga: () => SagaGenerator<void>): SagaGenerator<void> {
  while (true) {
    yield* take(sessionEntered);
    yield* race({ done: call(stay, saga), left: take(sessionLeft) });
  }
}

/** The saga may end by itself; it is not started again before the next sign-in. */
function* stay(saga: () => SagaGenerator<void>): SagaGenerator<void> {
  yield* call(saga);
  yield* take(sessionLeft);
}
