/** The store and its sagas, joined to whatever ports they are given. */
import { configureStore, type Middleware, type Store } from '@reduxjs/toolkit';
import createSagaMiddleware, { type SagaMiddlewareOptions, type Task } from 'redux-saga';
import type { RuntimeConfig } from '../../contract';
import type { Ports } from '../../sagas/ports';
import { rootSaga, type AppStart } from '../../sagas/root.saga';
import type { AppState } from '../../sagas/state';
import { createReducers } from './reducers';

export interface StoreOptions {
  readonly config: RuntimeConfig;
  /** The store itself makes room for later parts. */
  readonly ports: Omit<Ports, 'parts'>;
  /** Called with what no saga caught. */
  readonly onFault: (error: Error) => void;
  readonly middleware?: readonly Middleware[];
  /** Of a recorder: what it needs to hear of the sagas, and of the machines. */
  readonly hooks?: Pick<SagaMiddlewareOptions, 'sagaMonitor' | 'effectMiddlewares'> & { readonly context?: object };
}

export function createAppStore({ config, ports, onFault, middleware = [], hooks }: StoreOptions) {
  const { reducer, partsOf } = createReducers(config);
  const parts = partsOf(() => store);
  const sagas = createSagaMiddleware({
    ...hooks,
    context: { ...hooks?.context, ...ports, parts },
    onError: onFault,
  });
  const store: Store<AppState> = configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: false }).concat(sagas, ...middleware),
  });
  const start = (input: AppStart): Task => sagas.run(rootSaga, input);
  return { store, start };
}

export type AppStore = ReturnType<typeof createAppStore>['store'];
