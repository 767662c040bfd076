/** A small app, so that the tape is tested without the product: two sagas, a feed, and a token that expires. */
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware, { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { call, fork, getContext, put, race, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import type { App, RedactionRules, SagaHooks, Recorder } from '../../tape';
import { createRecorder, DEFAULT_REDACTION } from '../../tape';

export interface ShopPorts {
  readonly api: {
    readonly load: (id: number) => Promise<unknown>;
    readonly save: (item: unknown) => Promise<unknown>;
    readonly send: (name: string, token: string) => Promise<number>;
    readonly refresh: (token: string) => Promise<string>;
  };
  readonly clock: { readonly delay: (ms: number) => Promise<true>; readonly now: () => number };
  readonly log: { readonly write: (text: string) => void };
  readonly feed: { readonly open: () => EventChannel<object> };
}

interface State {
  readonly token: string;
  readonly loaded: readonly unknown[];
  readonly received: number;
}

const START: State = { token: 'token-1', loaded: [], received: 0 };

function reducer(state: State = START, action: UnknownAction): State {
  switch (action.type) {
    case 'loaded':
      return { ...state, loaded: [...state.loaded, action['item']] };
    case 'received':
      return { ...state, received: state.received + 1 };
    case 'refreshed':
      return { ...state, token: action['token'] as string };
    default:
      return state;
  }
}

/** How the sagas differ from the recorded ones. */
export type Fault =
  'none' | 'removed' | 'added' | 'changed' | 'noted' | 'swapped' | 'no cancel' | 'late 401' | 'throws' | 'restless';

interface Load extends UnknownAction {
  readonly id: number;
}
interface Request extends UnknownAction {
  readonly name: string;
}

function sagas(fault: Fault) {
  function* load({ id }: Load): Generator<unknown, void, never> {
    const { api, clock, log }: ShopPorts = yield getContext('ports');
    if (fault === 'swapped') yield call(log.write, 'asked');
    yield call(log.write, `begin ${id}`);
    if (fault !== 'swapped') yield call(log.write, 'asked');
    if (fault === 'added') yield call(log.write, 'once more');
    const item: unknown = yield call(api.load, fault === 'changed' ? id + 1 : id);
    if (fault !== 'removed') yield call(log.write, 'got it');
    if (fault === 'throws') throw new Error('a bug');
    yield race({ saved: call(api.save, item), late: call(clock.delay, 1_000) });
    yield put({ type: 'loaded', item, ...(fault === 'noted' && { note: 'new' }) });
  }

  function* receive(): Generator<unknown, void, never> {
    const { feed }: ShopPorts = yield getContext('ports');
    const messages: EventChannel<object> = yield call(feed.open);
    while (true) {
      yield take(messages);
      yield put({ type: 'received' });
    }
  }

  function* refresh(): Generator<unknown, void, never> {
    const { api }: ShopPorts = yield getContext('ports');
    while (true) {
      const { used } = yield take('tokenRefused');
      const token: string = yield select((state: State) => state.token);
      if (used === token) yield put({ type: 'refreshed', token: yield call(api.refresh, token) });
    }
  }

  function* request({ name }: Request): Generator<unknown, void, never> {
    const { api }: ShopPorts = yield getContext('ports');
    const used: string = yield select((state: State) => state.token);
    if ((yield call(api.send, name, used)) === 401) {
      while (fault === 'restless') yield put({ type: 'tried' });
      const now: string = yield select((state: State) => state.token);
      if (fault === 'late 401' || now === used) {
        yield put({ type: 'tokenRefused', used });
        yield take('refreshed');
      }
      yield call(api.send, name, yield select((state: State) => state.token));
    }
    yield put({ type: 'loaded', item: name });
  }

  return function* shop(): Generator<unknown, void, never> {
    yield fork(receive);
    yield fork(refresh);
    yield takeEvery('request', request);
    yield (fault === 'no cancel' ? takeEvery : takeLatest)('load', load);
  };
}

function boot(fault: Fault, ports: unknown, hooks: Partial<SagaHooks>, onFault: (error: Error) => void) {
  const middleware = createSagaMiddleware({ ...hooks, context: { ports }, onError: onFault });
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(middleware),
  });
  return { store, start: () => middleware.run(sagas(fault)) };
}

export const shop = (fault: Fault = 'none'): App => ({
  name: 'shop',
  version: '1',
  ports: ['api', 'clock', 'log', 'feed'],
  handles: [],
  redaction: DEFAULT_REDACTION,
  errors: {},
  slices: true,
  machines: {},
  boot: ({ ports, sagaMonitor, effectMiddlewares, onFault }) =>
    boot(fault, ports, { sagaMonitor, effectMiddlewares }, onFault),
});

export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** The shop with ports that answer on command. */
export function openShop(over: Partial<ShopPorts> = {}, redaction: RedactionRules = DEFAULT_REDACTION) {
  const waiting: { readonly what: string; readonly answer: (value: unknown) => void }[] = [];
  const later = (what: string) => new Promise<never>((answer) => waiting.push({ what, answer: answer as never }));
  let emit: (message: object) => void = () => {};
  const ports: ShopPorts = {
    api: {
      load: (id) => later(`load ${id}`),
      save: () => later('save'),
      send: (name, token) => later(`send ${name} ${token}`),
      refresh: () => later('refresh'),
    },
    clock: { delay: (ms) => later(`delay ${ms}`), now: () => 1 },
    log: { write: () => {} },
    feed: {
      open: () => eventChannel((listener) => ((emit = listener), () => {}), buffers.expanding(8)),
    },
    ...over,
  };
  const faults: Error[] = [];
  const recorder: Recorder = createRecorder({ app: 'shop 1', zone: 'UTC', locale: 'en', redaction });
  const { store, start } = boot('none', recorder.wrap(ports), recorder, (error) => faults.push(error));
  start();
  return {
    recorder,
    faults,
    dispatch: async (action: UnknownAction) => {
      store.dispatch(action);
      await turns();
    },
    send: (message: object) => emit(message),
    /** Answers the oldest request of this kind. */
    async answer(what: string, value: unknown) {
      const at = waiting.findIndex((one) => one.what.startsWith(what));
      if (at < 0) throw new Error(`No request for ${what}; waiting: ${waiting.map((one) => one.what).join(', ')}.`);
      waiting.splice(at, 1)[0]?.answer(value);
      await turns();
    },
  };
}

/** Two loads, the first cancelled by the second, and a message in between. */
export async function recordLoads(): Promise<string> {
  const open = openShop();
  await open.dispatch({ type: 'load', id: 1 });
  await open.dispatch({ type: 'load', id: 2 });
  open.send({ seq: 1 });
  await open.answer('load 2', { id: 2 });
  await open.answer('save', 'ok');
  return open.recorder.finish();
}

/** Two requests refused with the old token, both by chance before it is renewed. */
export async function recordStorm(): Promise<string> {
  const open = openShop();
  await open.dispatch({ type: 'request', name: 'a' });
  await open.dispatch({ type: 'request', name: 'b' });
  await open.answer('send a token-1', 401);
  await open.answer('send b token-1', 401);
  await open.answer('refresh', 'token-2');
  await open.answer('send a token-2', 200);
  await open.answer('send b token-2', 200);
  return open.recorder.finish();
}
