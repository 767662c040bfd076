import type { Action, Reducer, UnknownAction } from '@reduxjs/toolkit';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { CallFailed } from '../../machines/failure';
import { call, race, select, take, type SagaGenerator } from '../base/runtime/effects';
import { machineMoved, machinesReducer, type MachinesState } from '../base/runtime/machines.slice';
import { selectIsActive, selectUser } from './session.selectors';

const sessionMoved = (active: boolean) => (action: Action) =>
  machineMoved.match(action) &&
  action.payload.machine === 'session' &&
  action.payload.projection.tags.includes('active') === active;

const sessionEntered = sessionMoved(true);
/** The session machine left the states with a signed-in user. */
export const sessionLeft = sessionMoved(false);

/** Resets state when the session ends, so that the next user sees nothing of it. */
export function clearedOnSignOut<R extends Readonly<Record<string, Reducer>>>(reducers: R): R {
  const cleared =
    (reducer: Reducer): Reducer =>
    (state, action) =>
      reducer(sessionLeft(action) ? undefined : state, action) as unknown;
  return Object.fromEntries(Object.entries(reducers).map(([name, reducer]) => [name, cleared(reducer)])) as R;
}

/**
 * The reducer of the machines: those of a session leave nothing to the next user. A cancelled machine publishes no last
 * state, and one may still arrive after the session's end, so this also clears at the beginning.
 */
export function machinesPerSession(machines: MachinesState | undefined, action: UnknownAction): MachinesState {
  const next = machinesReducer(machines, action);
  if (machines === undefined || selectIsActive({ machines }) === selectIsActive({ machines: next })) return next;
  return Object.fromEntries(Object.entries(next).filter(([name]) => name === 'session' || name === 'signIn'));
}

/** Runs the saga while a session is active, once per session. */
export function* whileActive(saga: () => SagaGenerator<void>): SagaGenerator<void> {
  while (true) {
    yield* take(sessionEntered);
    yield* race({ done: call(stay, saga), left: take(sessionLeft) });
  }
}

/** The saga may end by itself; it is not restarted before the next sign-in. */
function* stay(saga: () => SagaGenerator<void>): SagaGenerator<void> {
  yield* call(saga);
  yield* take(sessionLeft);
}

/** The signed-in user. Throws CallFailed if the session has ended. */
export function* currentUser(): SagaGenerator<UserInfo> {
  const user = yield* select(selectUser);
  if (user === null) throw new CallFailed({ kind: 'sessionEnded', reason: 'signed_out' });
  return user;
}
