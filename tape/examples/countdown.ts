/** A countdown that can be cancelled: a channel that ends, a race, and a `finally` that cleans up. */
import createSagaMiddleware, { END, type EventChannel, type SagaMiddlewareOptions } from 'redux-saga';
import { call, cancelled, put, race, take, takeMaybe } from 'redux-saga/effects';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { defineApp } from '..';
import { countDown, remember } from './apis';

interface State {
  readonly left: number;
  readonly launched: number;
  readonly calledOff: number;
}

function reducer(state: State = { left: 0, launched: 0, calledOff: 0 }, action: UnknownAction): State {
  switch (action.type) {
    case 'countdown/ticked':
      return { ...state, left: action['left'] as number };
    case 'countdown/launched':
      return { ...state, left: 0, launched: state.launched + 1 };
    case 'countdown/calledOff':
      return { ...state, calledOff: state.calledOff + 1 };
    default:
      return state;
  }
}

function* countdown(from: number): Generator<unknown, void, never> {
  const ticks: EventChannel<number> = yield call(countDown, from);
  try {
    let left: unknown = yield takeMaybe(ticks);
    while (left !== END) {
      yield put({ type: 'countdown/ticked', left });
      left = yield takeMaybe(ticks);
    }
    yield call(remember, 'launch');
    yield put({ type: 'countdown/launched' });
  } finally {
    if (yield cancelled()) yield put({ type: 'countdown/calledOff' });
    ticks.close();
  }
}

function* root(): Generator<unknown, void, never> {
  while (true) {
    const { from }: { readonly from: number } = yield take('countdown/started');
    yield race({ done: call(countdown, from), off: take('countdown/cancel') });
  }
}

export function createCountdown(options?: SagaMiddlewareOptions) {
  const sagas = createSagaMiddleware(options);
  const store = configureStore({ reducer, middleware: (defaults) => defaults({ thunk: false }).concat(sagas) });
  return { store, start: () => sagas.run(root) };
}

export const app = defineApp({ name: 'countdown', boot: (harness) => createCountdown(harness) });
