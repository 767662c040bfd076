/** A small app whose sagas repeat typical effects, to measure the cost of recording per effect. */
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { call, fork, getContext, join, put, race, select, take, takeEvery } from 'redux-saga/effects';
import { DEFAULT_REDACTION, type App, type SagaHooks } from '../../tape';

/**
 * In each turn: two of the watcher, six of `turn`, two of `follow`, eight of `request`, including those within the
 * race.
 */
export const EFFECTS_A_TURN = 18;

const ports = {
  clock: { now: () => 1_768_467_600_000 },
  api: {
    load: (id: number) =>
      Promise.resolve({ status: 200, body: { id, name: 'Registered Nurse', city: 'Lakeside', openings: 3 } }),
  },
};
export type MixPorts = typeof ports;

/** What a recorder adds to the store, in the format of the product's; empty if nothing is recorded. */
export interface MixListener {
  readonly wrap: (ports: MixPorts) => MixPorts;
  readonly hooks: SagaHooks;
}

interface MixState {
  readonly turns: number;
  readonly last: unknown;
}
interface Asked extends UnknownAction {
  readonly id: number;
}

function reducer(state: MixState = { turns: 0, last: null }, action: UnknownAction): MixState {
  return action.type === 'mix/loaded' ? { turns: state.turns + 1, last: action['item'] } : state;
}

const selectTurns = (state: MixState) => state.turns;
const selectLast = (state: MixState) => state.last;

/** Like a request: reads the user and the token from the store, and the clock once. */
function* request(id: number): Generator<unknown, unknown, never> {
  const { clock, api }: MixPorts = yield getContext('ports');
  yield select(selectTurns);
  yield select(selectLast);
  const { answer } = (yield race({ answer: call(api.load, id), given: take('mix/over') })) as { answer: unknown };
  yield put({ type: 'mix/answered', id, at: yield call(clock.now) });
  return answer;
}

function* follow(id: number): Generator<unknown, number, never> {
  yield select(selectTurns);
  yield put({ type: 'mix/followed', id });
  return id;
}

function* turn({ id }: Asked): Generator<unknown, void, never> {
  yield select(selectTurns);
  const task: never = yield fork(follow, id);
  const item: unknown = yield call(request, id);
  yield join(task);
  yield select(selectLast);
  yield put({ type: 'mix/loaded', item });
}

/** Ends at the action that stops it. */
function* mix(): Generator<unknown, void, never> {
  yield takeEvery('mix/asked', turn);
  yield take('mix/over');
}

function boot(given: unknown, hooks: object, onFault: (error: Error) => void) {
  const sagas = createSagaMiddleware({ ...hooks, context: { ports: given }, onError: onFault });
  const store = configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(sagas),
  });
  return { store, start: () => sagas.run(mix) };
}

const refuse = (error: Error) => {
  throw error;
};

export const mixApp: App = {
  name: 'mix',
  version: '1',
  ports: ['clock', 'api'],
  handles: [],
  redaction: DEFAULT_REDACTION,
  errors: {},
  machines: {},
  boot: ({ ports: given, sagaMonitor, effectMiddlewares, onFault }) =>
    boot(given, { sagaMonitor, effectMiddlewares }, onFault),
};

/** @returns processor time in microseconds per effect: wall-clock time would include other processes */
export async function runMix(turns: number, listener?: MixListener): Promise<number> {
  const { store, start } = boot(listener?.wrap(ports) ?? ports, { ...listener?.hooks }, refuse);
  const task = start();
  const started = process.cpuUsage();
  for (let id = 1; id <= turns; id += 1) {
    store.dispatch({ type: 'mix/asked', id });
    while (store.getState().turns < id) await Promise.resolve();
  }
  const { user, system } = process.cpuUsage(started);
  task.cancel();
  return (user + system) / (turns * EFFECTS_A_TURN);
}
