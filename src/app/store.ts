/** The store and its sagas over the given ports; reducers that are loaded later join it. */
import { combineReducers, configureStore, type Middleware, type Reducer, type Store } from '@reduxjs/toolkit';
import createSagaMiddleware, { type SagaMiddlewareOptions, type Task } from 'redux-saga';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { rootSaga, type AppStart } from '../../sagas/app/root.saga';
import type { AppState } from '../../sagas/app/state';
import type { PartsPort, Ports } from '../../sagas/base/ports/ports';
import { machinesPerSession } from '../../sagas/session/activeSession.saga';

type Reducers = Record<string, Reducer>;

/** The compiler cannot infer that the keys of a growing table are those of AppState. */
const combined = (reducers: Reducers) => combineReducers(reducers) as unknown as Reducer<AppState>;

/** The reducer of the page's start, and the port by which loaded code adds its own. */
export function createReducers(config: RuntimeConfig) {
  const reducers: Reducers = { machines: machinesPerSession, config: (state: RuntimeConfig = config) => state };
  const partsOf = (store: () => Store<AppState>): PartsPort => ({
    add(loaded) {
      const fresh = Object.entries(loaded).filter(([name]) => !(name in reducers));
      if (fresh.length === 0) return;
      Object.assign(reducers, Object.fromEntries(fresh));
      store().replaceReducer(combined(reducers));
    },
  });
  return { reducer: combined(reducers), partsOf };
}

export interface StoreOptions {
  readonly config: RuntimeConfig;
  /** The store itself provides `parts`. */
  readonly ports: Omit<Ports, 'parts'>;
  /** Called with an error that no saga caught. */
  readonly onFault: (error: Error) => void;
  readonly middleware?: readonly Middleware[];
  /** For a recorder that follows the sagas and the machines. */
  readonly hooks?: Pick<SagaMiddlewareOptions, 'sagaMonitor' | 'effectMiddlewares'> & { readonly context?: object };
}

/** The store with its sagas; nothing runs before `start`. */
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
