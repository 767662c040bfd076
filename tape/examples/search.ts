/** Search as you type: the last query wins, and failures are reported. */
import createSagaMiddleware, { type SagaMiddlewareOptions } from 'redux-saga';
import { call, delay, put, select, takeLatest } from 'redux-saga/effects';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { defineApp } from '..';
import { findProducts, remember } from './apis';

export const typed = (query: string) => ({ type: 'search/typed' as const, query });

interface State {
  readonly query: string;
  readonly found: readonly string[];
  readonly failure: string | null;
}
const empty: State = { query: '', found: [], failure: null };

function reducer(state = empty, action: UnknownAction): State {
  switch (action.type) {
    case 'search/typed':
      return { ...state, query: action['query'] as string, failure: null };
    case 'search/found':
      return { ...state, found: action['found'] as readonly string[] };
    case 'search/failed':
      return { ...state, failure: action['message'] as string };
    default:
      return state;
  }
}

function* search({ query }: ReturnType<typeof typed>): Generator<unknown, void, never> {
  yield delay(3);
  try {
    const found: readonly string[] = yield call(findProducts, query);
    yield put({ type: 'search/found', found });
    const current: string = yield select((state: State) => state.query);
    yield call(remember, current);
  } catch (error) {
    yield put({ type: 'search/failed', message: (error as Error).message });
  }
}

function* root(): Generator<unknown, void, never> {
  yield takeLatest('search/typed', search);
}

export function createSearch(options?: SagaMiddlewareOptions) {
  const sagas = createSagaMiddleware(options);
  const store = configureStore({ reducer, middleware: (defaults) => defaults({ thunk: false }).concat(sagas) });
  return { store, start: () => sagas.run(root) };
}

export const app = defineApp({ name: 'search', boot: (harness) => createSearch(harness) });
