/** The player's flow as Redux DevTools exports it: its recording is imported again, which runs the reducers. */
import assert from 'node:assert/strict';
import { ActionCreators, instrument } from '@redux-devtools/instrument';
import { applyMiddleware, compose, legacy_createStore } from 'redux';
import createSagaMiddleware from 'redux-saga';
import { createWorld, rest } from './world.mjs';

export const version = '@redux-devtools/instrument 3.0.0';

function open(load) {
  const { root, reducer } = load(createWorld().apis);
  const sagas = createSagaMiddleware();
  const store = legacy_createStore(reducer, compose(applyMiddleware(sagas), instrument()));
  sagas.run(root);
  return store;
}

/** The exported session of the original app. */
export async function record(load) {
  const store = open(load);
  store.dispatch({ type: 'app/opened' });
  await rest();
  store.dispatch({ type: 'tracks/searched', list: 'jazz' });
  store.dispatch({ type: 'tracks/searched', list: 'jazz piano' });
  await rest();
  store.dispatch({ type: 'tracks/more' });
  store.dispatch({ type: 'tracks/more' });
  await rest();
  store.dispatch({ type: 'player/chosen', track: 'jazz piano 1' });
  await rest(60);
  store.dispatch({ type: 'tracks/searched', list: 'silence' });
  await rest();
  store.dispatch({ type: 'tracks/searched', list: 'jazz piano' });
  await rest();
  store.dispatch({ type: 'app/closed' });
  return store.liftedStore.getState();
}

export async function run(load, recorded) {
  const store = open(load);
  store.liftedStore.dispatch(ActionCreators.importState(JSON.parse(JSON.stringify(recorded))));
  const states = (lifted) => lifted.computedStates.map(({ state, error }) => error ?? state);
  assert.deepEqual(states(store.liftedStore.getState()), states(recorded));
}
