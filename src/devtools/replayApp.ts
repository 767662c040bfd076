/** The app as replays boot it: the real root saga, machines, reducers and store. */
import { configureStore, type Store } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { devtoolsApp } from '../../sagas/app/devtoolsApp';
import { rootSaga, type AppStart } from '../../sagas/app/root.saga';
import type { AppState } from '../../sagas/app/state';
import { selectScreen } from '../../sagas/session/signIn/signIn.selectors';
import type { Ports } from '../../sagas/base/ports/ports';
import type { App } from '../../tape';
import { createReducers } from '../app/store';

export const app: App<AppState, Omit<Ports, 'parts'>, [AppStart], RuntimeConfig> = {
  ...devtoolsApp,
  boot({ ports, sagaMonitor, effectMiddlewares, onFault, machineWatch }, given) {
    const { reducer, partsOf } = createReducers(given);
    const sagas = createSagaMiddleware({
      context: { ...ports, parts: partsOf(() => store), machineWatch },
      sagaMonitor,
      effectMiddlewares,
      onError: onFault,
    });
    const store: Store<AppState> = configureStore({
      reducer,
      middleware: (defaults) =>
        defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(sagas),
    });
    return { store, start: (start) => sagas.run(rootSaga, start) };
  },
};

/** What tests generated from a tape import as the app, and what they assert about the final state. */
export const copiedTests = {
  app: '../support/flows/app',
  tapes: '../../tape',
  selectors: [{ name: 'selectScreen', from: '../../sagas/session/signIn/signIn.selectors', select: selectScreen }],
};
