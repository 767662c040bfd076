/** The store's reducers, and the way in for those that arrive later. */
import { combineReducers, type Reducer, type Store } from '@reduxjs/toolkit';
import type { RuntimeConfig } from '../../contract';
import { machinesReducer } from '../../sagas/machine/machines.slice';
import type { PartsPort } from '../../sagas/ports';
import type { AppState } from '../../sagas/state';

type Reducers = Record<string, Reducer>;

/** Their keys are those of AppState, which the compiler cannot follow through a table that grows. */
const combined = (reducers: Reducers) => combineReducers(reducers) as unknown as Reducer<AppState>;

export function createReducers(config: RuntimeConfig) {
  const reducers: Reducers = { machines: machinesReducer, config: (state: RuntimeConfig = config) => state };
  const partsOf = (store: () => Store<AppState>): PartsPort => ({
    add(name, reducer) {
      if (name in reducers) return;
      reducers[name] = reducer as Reducer;
      store().replaceReducer(combined(reducers));
    },
  });
  return { reducer: combined(reducers), partsOf };
}
