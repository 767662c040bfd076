/** The store and its sagas, joined to whatever ports they are given. */
import { configureStore, type Middleware } from '@reduxjs/toolkit';
import createSagaMiddleware, { type Task } from 'redux-saga';
import type { RuntimeConfig } from '../../contract';
import { machinesReducer } from '../../sagas/machine/machines.slice';
import type { Ports } from '../../sagas/ports';
import { rootSaga, type AppStart } from '../../sagas/root.saga';

export interface StoreOptions {
  readonly config: RuntimeConfig;
  readonly ports: Ports;
  /** Called with what no saga caught. */
  readonly onFault: (error: Error) => void;
  readonly middleware?: readonly Middleware[];
}

export function createAppStore({ config, ports, onFault, middleware = [] }: StoreOptions) {
  const sagas = createSagaMiddleware({ context: { ...ports }, onError: onFault });
  const store = configureStore({
    reducer: { machines: machinesReducer, config: (state: RuntimeConfig = config) => state },
    middleware: (defaults) => defaults({ thunk: false }).concat(sagas, ...middleware),
  });
  const start = (input: AppStart): Task => sagas.run(rootSaga, input);
  return { store, start };
}

export type AppStore = ReturnType<typeof createAppStore>['store'];
