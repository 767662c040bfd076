/** Two answers in either order: if they share something both orders count, otherwise only one. */
import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware, { channel } from 'redux-saga';
import * as io from 'redux-saga/effects';
import { createRecorder, defineApp, explore, linesOf, readTape, type App, type Exploration } from '../../tape';
import { turns } from './shop';

type Saga = Generator<unknown, void, never>;
type Root = (ask: (name: string) => unknown) => () => Saga;

interface State {
  readonly seen: readonly unknown[];
  readonly other: readonly unknown[];
  readonly flag: boolean;
}
const put = (type: string, value?: unknown) => io.put({ type, value });

const list =
  (name: string) =>
  (state: readonly unknown[] = [], { type, value }: UnknownAction): readonly unknown[] => {
    if (type === 'forget') return state.length > 0 ? [] : state;
    return type === name ? [...state, value] : state;
  };
const flag = (state = false, { type }: UnknownAction) => state || type === 'flag';

/** Each key separately; or all together if one key may depend on another. */
const reducers = {
  slices: combineReducers({ seen: list('seen'), other: list('other'), flag }),
  whole: (state: State = { seen: [], other: [], flag: false }, action: UnknownAction): State => ({
    seen: action.type === 'ifFlag' && !state.flag ? state.seen : list('seen')(state.seen, { ...action, type: 'seen' }),
    other: state.other,
    flag: flag(state.flag, action),
    ...(('more' in state || action.type === 'more') && { more: true }),
  }),
};

/** The app's requests by name, answered on command. */
const waiting = new Map<string, (value: unknown) => void>();
function ask(name: string): Promise<unknown> {
  return new Promise((answer) => waiting.set(name, answer));
}

const appOf = (root: Root, kind: keyof typeof reducers): App =>
  defineApp({
    slices: kind === 'slices',
    boot(harness) {
      const sagas = createSagaMiddleware(harness);
      const store = configureStore({
        reducer: reducers[kind] as never,
        middleware: (defaults) => defaults({ thunk: false, serializableCheck: false }).concat(sagas),
      });
      return { store, start: () => sagas.run(root((name) => io.call(ask, name))) };
    },
  });

async function found(root: Root, names: readonly string[], kind: keyof typeof reducers = 'slices') {
  const app = appOf(root, kind);
  const recorder = createRecorder({ app: 'pair' });
  const { sagaMonitor, effectMiddlewares } = recorder;
  const { start } = app.boot(
    { sagaMonitor, effectMiddlewares, ports: {}, onError: () => {}, onFault: () => {}, machineWatch: () => {} },
    null,
  );
  waiting.clear();
  const task = start();
  for (const [nth, name] of names.entries()) {
    waiting.get(name)?.(`${name} ${nth}`);
    await turns();
  }
  recorder.stop();
  const { header, entries } = readTape('pair', linesOf(recorder.finish()));
  task.cancel();
  const all = [...entries];
  const check = () => null;
  const every = await explore(app, header, all, { orders: 5_000, seed: 1, isReduced: false, check });
  // What is known depends on which order is first.
  const fewer: Exploration[] = [];
  for (let seed = 1; seed <= 8; seed += 1) fewer.push(await explore(app, header, all, { orders: 5_000, seed, check }));
  expect([every, ...fewer].filter(({ isAll }) => !isAll)).toEqual([]);
  return { every, fewer };
}

/** Both are forked and run concurrently. */
const beside =
  (...sagas: readonly ((request: (name: string) => unknown) => Saga)[]): Root =>
  (request) =>
    function* root(): Saga {
      for (const saga of sagas) yield io.fork(saga, request);
    };

const SHARED: Readonly<Record<string, readonly [Root, ...string[]]>> = {
  'the same part of the state': [
    beside(
      function* a(request) {
        yield put('seen', yield request('a'));
      },
      function* b(request) {
        yield put('seen', yield request('b'));
      },
    ),
    'a',
    'b',
  ],
  'a part that one writes and one reads': [
    beside(
      function* a(request) {
        yield request('a');
        yield put('flag');
      },
      function* b(request) {
        yield request('b');
        const flag: boolean = yield io.select((state: State) => state.flag);
        yield put('seen', flag);
      },
    ),
    'a',
    'b',
  ],
  'a part that an action changes only where there is something in it': [
    beside(
      function* a(request) {
        yield put('seen', yield request('a'));
      },
      function* b(request) {
        yield request('b');
        yield put('forget');
      },
    ),
    'b',
    'a',
  ],
  'all of the state': [
    beside(
      function* a(request) {
        yield request('a');
        yield put('flag');
      },
      function* b(request) {
        yield request('b');
        const { flag }: State = yield io.select();
        yield put('seen', flag);
      },
    ),
    'a',
    'b',
  ],
  'an action that one waits for': [
    beside(
      function* a(request) {
        yield request('a');
        yield put('said');
      },
      function* b(request) {
        yield request('b');
        yield io.take('said');
        yield put('seen', 'received');
      },
    ),
    'a',
    'b',
  ],
  'an action that one waits for by a condition': [
    beside(
      function* a(request) {
        yield request('a');
        yield put('said');
      },
      function* b(request) {
        yield request('b');
        yield io.take(({ type }: { readonly type: string }) => type.startsWith('sa'));
        yield put('seen', 'received');
      },
    ),
    'a',
    'b',
  ],
  'an action that one no longer waits for': [
    beside(
      function* a(request) {
        yield request('a');
        yield put('said');
      },
      function* b(request) {
        const { received }: { received?: unknown } = yield io.race({ received: io.take('said'), late: request('b') });
        yield put('seen', received !== undefined);
      },
    ),
    'b',
    'a',
  ],
  'a channel': [
    (request) =>
      function* root(): Saga {
        const messages = channel<string>();
        yield io.fork(function* a(): Saga {
          yield io.put(messages, yield request('a'));
        });
        yield io.fork(function* b(): Saga {
          yield io.put(messages, yield request('b'));
        });
        while (true) yield put('seen', yield io.take(messages));
      },
    'a',
    'b',
  ],
  'the order in a channel': [
    (request) =>
      function* root(): Saga {
        const messages = channel<string>();
        yield io.fork(function* a(): Saga {
          yield io.put(messages, yield request('a'));
        });
        yield io.fork(function* b(): Saga {
          yield io.put(messages, yield request('b'));
        });
        yield request('c');
        yield put('seen', yield io.take(messages));
      },
    'a',
    'b',
    'c',
  ],
  'an action channel': [
    (request) =>
      function* root(): Saga {
        const queue: never = yield io.actionChannel('said');
        yield io.fork(function* a(): Saga {
          yield put('said', yield request('a'));
        });
        yield io.fork(function* b(): Saga {
          yield put('said', yield request('b'));
        });
        yield request('c');
        const { value }: UnknownAction = yield io.take(queue);
        yield put('seen', value);
      },
    'a',
    'b',
    'c',
  ],
  'a task that one cancels': [
    (request) =>
      function* root(): Saga {
        const task: never = yield io.fork(function* a(): Saga {
          yield put('seen', yield request('a'));
        });
        yield request('b');
        yield io.cancel(task);
      },
    'a',
    'b',
  ],
  'a task that one has begun by another': [
    (request) =>
      function* root(): Saga {
        const task: never = yield io.fork(function* a(): Saga {
          yield request('a');
        });
        yield io.fork(function* b(): Saga {
          yield request('b');
          yield put('seen', 'b');
        });
        yield io.join(task);
        yield put('seen', 'joined');
      },
    'a',
    'b',
  ],
  'a caller that waits for both': [
    (request) =>
      function* root(): Saga {
        yield io.fork(function* third(): Saga {
          yield request('c');
          yield put('seen', 'c');
        });
        yield io.call(function* both(): Saga {
          yield io.fork(function* a(): Saga {
            yield request('a');
          });
          yield io.fork(function* b(): Saga {
            yield request('b');
          });
        });
        yield put('seen', 'both');
      },
    'a',
    'c',
    'b',
  ],
  'an action that one waits for by its creator, or by one of several': [
    beside(
      function* a(request) {
        yield request('a');
        yield put('said');
      },
      function* b(request) {
        yield request('b');
        yield io.take([Object.assign(() => put('said'), { toString: () => 'said' }), 'never']);
        yield put('seen', 'received');
      },
    ),
    'a',
    'b',
  ],
  'what lies in a channel and is taken all at once': [
    (request) =>
      function* root(): Saga {
        const messages = channel<string>();
        yield io.fork(function* a(): Saga {
          yield io.put(messages, yield request('a'));
        });
        yield request('b');
        const all: readonly string[] = yield io.flush(messages);
        yield put('seen', all.length);
      },
    'a',
    'b',
  ],
  'the context that one sets': [
    (request) =>
      function* root(): Saga {
        yield io.setContext({ word: 'old' });
        yield io.fork(function* b(): Saga {
          yield request('b');
          yield put('seen', yield io.getContext('word'));
        });
        yield request('a');
        yield io.setContext({ word: 'new' });
      },
    'a',
    'b',
  ],
  'a task that ends itself': [
    (request) =>
      function* root(): Saga {
        const task: never = yield io.fork(function* a(): Saga {
          yield io.fork(function* child(): Saga {
            yield put('seen', yield request('b'));
          });
          yield request('a');
          yield io.cancel();
        });
        yield io.join(task);
      },
    'b',
    'a',
  ],
};

it.each(Object.keys(SHARED))('%s is shared: both orders count', async (what) => {
  const [root, ...names] = SHARED[what]!;
  const { every, fewer } = await found(root, names);
  expect(every.outcomes.size).toBeGreaterThan(1);
  for (const { outcomes } of fewer) expect([...outcomes].sort()).toEqual([...every.outcomes].sort());
});

it('an answer that another call could have received is shared', async () => {
  const one = (type: string, name: string) =>
    function* requesting(request: (name: string) => unknown): Saga {
      yield request(name);
      yield put(type, yield request('same'));
    };
  const { every, fewer } = await found(beside(one('seen', 'a'), one('other', 'b')), ['a', 'same', 'b', 'same']);
  expect(every.outcomes.size).toBeGreaterThan(1);
  for (const { outcomes } of fewer) expect([...outcomes].sort()).toEqual([...every.outcomes].sort());
});

it('a reducer of all of the state may read what it does not change', async () => {
  const saying = (name: string, type: string) =>
    function* say(request: (name: string) => unknown): Saga {
      yield request(name);
      yield put(type, name);
    };
  const { every, fewer } = await found(beside(saying('a', 'flag'), saying('b', 'ifFlag')), ['b', 'a'], 'whole');
  expect(every.outcomes.size).toBeGreaterThan(1);
  for (const { outcomes } of fewer) expect([...outcomes].sort()).toEqual([...every.outcomes].sort());
});

it('a selector that checks which keys the state has depends on an added one', async () => {
  const root = beside(
    function* a(request) {
      yield request('a');
      yield put('more');
    },
    function* b(request) {
      yield request('b');
      const parts: number = yield io.select((state: State) => Object.keys(state).length);
      yield request('c');
      yield put('seen', parts);
    },
  );
  const { every, fewer } = await found(root, ['b', 'a', 'c'], 'whole');
  expect(every.outcomes.size).toBeGreaterThan(1);
  for (const { outcomes } of fewer) expect([...outcomes].sort()).toEqual([...every.outcomes].sort());
});

it('nothing is shared: one order suffices', async () => {
  const own = (type: string, name: string) =>
    function* one(request: (name: string) => unknown): Saga {
      yield put(type, yield request(name));
      yield put(type, yield request(`${name} again`));
    };
  const { every, fewer } = await found(beside(own('seen', 'a'), own('other', 'b')), ['a', 'b', 'a again', 'b again']);
  expect(every.outcomes.size).toBe(1);
  expect(every.orders).toBe(6);
  for (const { distinct, orders } of fewer) {
    expect(distinct.size).toBe(1);
    expect(orders).toBeLessThan(every.orders);
  }
});
