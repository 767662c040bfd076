/** Ordinary apps that import what they call: recorded unchanged, replayed without the outside world, and broken. */
import { transformSync } from '@swc/core';
import { channel, type Channel, type EffectMiddleware } from 'redux-saga';
import { call, fork, put, take, takeEvery } from 'redux-saga/effects';
import { createRecorder, report, wrapImport, type App, type Recorder } from '../../tape';
import * as apis from '../../tape/examples/apis';
import { calls } from '../../tape/examples/apis';
import { appOf, load, moduleOf, record, replay, told, VISITS, type Change, type Example } from './foreign';

const EXAMPLES = Object.keys(VISITS) as Example[];
const tapes = {} as Record<Example, string>;
beforeAll(async () => {
  for (const name of EXAMPLES) tapes[name] = await record(load(name), VISITS[name]);
});

it.each(EXAMPLES)('%s plays to its end and makes no outside calls', async (name) => {
  const before = calls.length;
  const flow = await replay(load(name), tapes[name]);
  expect(flow.divergence && report(name, flow.divergence)).toBeNull();
  expect(flow.isFinished).toBe(true);
  expect(calls.slice(before)).toEqual([]);
});

/** What is broken, in which example, how, and the first line of the report. */
const FAULTS: readonly (readonly [what: string, Example, readonly Change[], RegExp])[] = [
  [
    'removed call',
    'search',
    [['yield call(remember, current);', '']],
    /^on the tape but never called: remember\("shoe"\)/,
  ],
  [
    'removed put',
    'search',
    [["yield put({ type: 'search/found', found });", '']],
    /^on the tape but never put: search\/found/,
  ],
  [
    'added call',
    'search',
    [['yield delay(3);', 'yield delay(3); yield call(remember, query);']],
    /^called but not on the tape: remember\("shoe"\)/,
  ],
  [
    'changed argument',
    'search',
    [['call(findProducts, query)', 'call(findProducts, query.trim() + " ")']],
    /^arguments differ: argument 1: shoe on the tape, shoe {2}now in findProducts/,
  ],
  [
    'missing cancel',
    'search',
    [
      ["takeLatest('search/typed'", "(takeEvery as typeof takeLatest)('search/typed'"],
      ['select, takeLatest }', 'select, takeEvery, takeLatest }'],
    ],
    /^should have been cancelled: search in root/,
  ],
  [
    'removed put',
    'countdown',
    [["yield put({ type: 'countdown/ticked', left });", '']],
    /^on the tape but never put: countdown\/ticked/,
  ],
  ['dropped close', 'countdown', [['ticks.close();', '']], /^should have been closed: channel 1$/],
  [
    'changed action',
    'countdown',
    [
      [
        "yield put({ type: 'countdown/ticked', left })",
        "yield put({ type: 'countdown/ticked', left: Number(left) + 1 })",
      ],
    ],
    /^arguments differ: action\.left: 2 on the tape, 3 now/,
  ],
  [
    'swapped order',
    'countdown',
    [
      ["yield call(remember, 'launch');", ''],
      [
        "yield put({ type: 'countdown/launched' });",
        "yield put({ type: 'countdown/launched' });\n    yield call(remember, 'launch');",
      ],
    ],
    /^swapped order: remember\("launch"\) in \S+ came after put countdown\/launched/,
  ],
  [
    'missing cancel',
    'countdown',
    [["off: take('countdown/cancel')", "off: take('countdown/off')"]],
    /^no saga waits for it: |^should have been cancelled|^on the tape but never put: countdown\/calledOff/,
  ],
  ['missing cancel', 'chat', [['yield cancel([...tasks]);', '']], /^should have been cancelled: listen in root/],
  [
    'removed call',
    'chat',
    [["yield call([socket, 'close']);", '']],
    /^on the tape but never called: Socket~1\.close\(\)/,
  ],
  [
    'changed argument',
    'chat',
    [['[text]);', '[text.toUpperCase()]);']],
    /^arguments differ: argument 1: hello on the tape, HELLO now in Socket~1\.send/,
  ],
  [
    'another socket',
    'chat',
    [['yield fork(speak, socket)', 'yield fork(speak, (yield call(connect, room)) as never)']],
    /^called but not on the tape: connect\("lobby"\)/,
  ],
  ['dropped close', 'chat', [['messages.close();', '']], /^should have been closed: channel 1$/],
  [
    'cache forgotten',
    'repos',
    [['if (!(yield select((state: State) => state.users[login]))) ', '']],
    /^put but not on the tape: user\/request/,
  ],
  ['message not sent', 'repos', [['yield put(pages, login);', '']], /^on the tape but never put: bob/],
  [
    'callback not asked',
    'repos',
    [['yield cps(readCookie, login)', 'login']],
    /^on the tape but never called: readCookie\("bob"\)/,
  ],
];

it.each(FAULTS)('%s in %s: the first line names it', async (_, name, changes, line) => {
  const before = calls.length;
  const { divergence } = await replay(load(name, ...changes), tapes[name]);
  expect(divergence?.headline).toMatch(line);
  expect(calls.slice(before)).toEqual([]);
});

describe('calls of sagas that bypass the tape are reported, even if the error is caught', () => {
  const reach = (what: string): readonly Change[] => [['yield delay(3);', `yield delay(3); try { ${what} } catch {}`]];
  it.each([
    ['fetch', "void fetch('http://localhost/').catch(() => {});"],
    ['setTimeout', 'setTimeout(() => {}, 0);'],
    ['Date.now', 'Date.now();'],
    ['Date', 'new Date();'],
    ['Math.random', 'Math.random();'],
    ['crypto.randomUUID', 'crypto.randomUUID();'],
    ['performance.now', 'performance.now();'],
    ['net.Socket.connect', "process.getBuiltinModule('net').connect(1);"],
  ])('%s', async (name, code) => {
    const { divergence } = await replay(load('search', ...reach(code)), tapes.search);
    expect(divergence?.headline).toMatch(new RegExp(`^reached outside the tape: ${name.replace('.', '\\.')} in root`));
  });

  it('a selector, too', async () => {
    const changed = load('search', ['(state: State) => state.query', '(state: State) => Date.now() && state.query']);
    expect((await replay(changed, tapes.search)).divergence?.headline).toMatch(/^reached outside the tape: Date\.now/);
  });

  it('a date from a value is a calculation, and afterwards the globals are restored', async () => {
    const { fetch: real } = globalThis;
    const changed = load('search', ['yield delay(3);', 'yield delay(new Date(3).getTime());']);
    expect((await replay(changed, tapes.search)).divergence).toBeNull();
    expect(globalThis.fetch).toBe(real);
    expect(Math.abs(Date.now() - new Date().getTime())).toBeLessThan(60_000);
  });
});

describe('on the tape', () => {
  it('a rejected call has its error, and a value that is not recorded has a number', () => {
    expect(tapes.search).toContain('"error":{"$error":{"name":"Error","message":"The search is down"}}');
    expect(tapes.chat).toContain('"value":{"$handle":1,"name":"Socket"}');
    expect(tapes.chat).toContain('CALL:messagesOf#1","args":[{"$handle":1,"name":"Socket"}],"channel":1');
  });

  it('a promise without an effect is recorded and answered', () => {
    expect(tapes.cart).toMatch(/"ask":"[^"]*AWAIT:apis\.shop\.stock#1","args":\[1\]/);
  });

  it('an effect that only its saga can see is refused with its address', async () => {
    const hidden = load('countdown', ['yield call(countDown, from)', 'countDown(from) as never']);
    await expect(record(hidden, VISITS.countdown)).rejects.toThrow(/TAKE#1: a channel that no call returned/);
    const waiting = load(
      'search',
      ["yield put({ type: 'search/found', found })", "yield putResolve({ type: 'search/found', found })"],
      ['put, select, takeLatest }', 'put, putResolve, select, takeLatest }'],
    );
    await expect(record(waiting, VISITS.search)).rejects.toThrow(/put\.resolve waits for what the store returns/);
  });
});

describe('wrapped imports', () => {
  it('are the same default import as without the mock', () => {
    const api = Object.defineProperty({ default: { load: () => 'loaded' } }, '__esModule', { value: true });
    const text = "import api from './apis'; export const answer = api.load();";
    expect(moduleOf(text, wrapImport('api', api))).toMatchObject({ answer: 'loaded' });
  });

  it('have names for the functions of a function, which a replay does not call', async () => {
    const get = (url: string) => {
      calls.push(url);
      return Promise.resolve(`page of ${url}`);
    };
    const client = wrapImport(
      'client',
      Object.assign((url: string) => get(url), { get }),
    );
    const app = appOf(function* root(): Generator<unknown, void, never> {
      yield put({ type: 'first', page: yield client.get('/users') });
      yield put({ type: 'second', page: yield call(client.get, '/jobs') });
    });
    const text = await record(app, ({ until }) => until(told('second')));
    expect(text).toContain('AWAIT:client.get#1","args":["/users"]');
    expect(text).toContain('CALL:client.get#1","args":["/jobs"]');
    const before = calls.length;
    expect(await replay(app, text)).toMatchObject({ divergence: null, isFinished: true });
    expect(calls.slice(before)).toEqual([]);
  });

  it('belong to the replay whose step runs, and to the app again afterwards', async () => {
    const both = await Promise.all([replay(load('cart'), tapes.cart), replay(load('cart'), tapes.cart)]);
    expect(both).toMatchObject([{ isFinished: true }, { isFinished: true }]);
    const before = calls.length;
    wrapImport('apis', apis).shop.log('afterwards');
    expect(calls.slice(before)).toEqual(['log afterwards']);
  });
});

it('a saga creates a channel for its workers, and a replay creates one, too', async () => {
  const work = (job: string) => `${job} done`;
  function* worker(jobs: Channel<string>): Generator<unknown, void, never> {
    while (true) yield put({ type: 'worked', result: yield call(work, yield take(jobs)) });
  }
  const pool = appOf(function* root(): Generator<unknown, void, never> {
    const jobs: Channel<string> = yield call(channel);
    for (let nth = 0; nth < 2; nth += 1) yield fork(worker, jobs);
    while (true) {
      const { job }: { readonly job: string } = yield take('wanted');
      yield put(jobs, job);
    }
  });
  const text = await record(pool, async ({ dispatch, until }) => {
    for (const job of ['one', 'two', 'three']) dispatch({ type: 'wanted', job });
    await until(told('worked'));
  });
  const flow = await replay(pool, text);
  expect(flow.divergence && report('pool', flow.divergence)).toBeNull();
  expect(flow.isFinished).toBe(true);
  const results = (flow.state() as readonly { readonly result?: string }[]).flatMap(({ result }) => result ?? []);
  expect(results).toEqual(['one done', 'two done', 'three done']);
});

describe('actions from outside', () => {
  type Dispatch = (action: { readonly type: string }) => unknown;
  /** The app, and the dispatch of the store that it booted last. */
  function withDispatch(root: (dispatch: Dispatch) => Generator<unknown, void, never>): App {
    let dispatch: Dispatch = () => {};
    const app = appOf(() => root((action) => dispatch(action)));
    return {
      ...app,
      boot(harness, given) {
        const booted = app.boot(harness, given);
        dispatch = (action) => booted.store.dispatch(action);
        return booted;
      },
    };
  }
  const entriesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .slice(1, -1)
      .map((line) => Object.keys(JSON.parse(line) as object)[0]);

  it('that an asynchronous function dispatches before it waits come after its call', async () => {
    const app = withDispatch(function* root(dispatch) {
      const load = async () => {
        dispatch({ type: 'loading' });
        await Promise.resolve();
        dispatch({ type: 'half' });
        return 7;
      };
      yield take('wanted');
      const found: number = yield call(load);
      yield put({ type: 'loaded', found });
    });
    const text = await record(app, async ({ dispatch, until }) => {
      dispatch({ type: 'wanted' });
      await until(told('loaded'));
    });
    expect(entriesOf(text)).toEqual(['start', 'do', 'ask', 'do', 'do', 'answer', 'put']);
    const flow = await replay(app, text);
    expect(flow.divergence && report('load', flow.divergence)).toBeNull();
    expect((flow.state() as readonly { readonly type: string }[]).map(({ type }) => type).slice(1)).toEqual([
      ...['wanted', 'loading', 'half', 'loaded'],
    ]);
  });

  it('are intents also if a saga has put the same object', async () => {
    const REFRESH = { type: 'refresh' };
    const app = appOf(function* root() {
      yield takeEvery('refresh', function* refreshed() {
        yield put({ type: 'refreshed' });
      });
      yield put(REFRESH);
      yield take('again');
      yield put(REFRESH);
    });
    const text = await record(app, async ({ dispatch }) => {
      dispatch(REFRESH);
      dispatch({ type: 'again' });
      dispatch(REFRESH);
      return Promise.resolve();
    });
    const kinds = ['start', 'put', 'put', 'do', 'put', 'do', 'put', 'put', 'do', 'put'];
    expect(entriesOf(text)).toEqual(kinds);
    const flow = await replay(app, text);
    expect(flow.divergence && report('refresh', flow.divergence)).toBeNull();
    expect(flow.state()).toHaveLength(1 + 4 + 4 + 1);
  });
});

describe('the recorder', () => {
  const app = appOf(function* root() {
    yield take('wanted');
    yield put({ type: 'told' });
  });
  const advice = /Pass recorder\.sagaMonitor, and put recorder\.effectMiddlewares first\.$/;
  const twice: EffectMiddleware = (next) => (effect: unknown) =>
    next(typeof effect === 'object' && effect !== null ? Object.assign(Object.create(null) as object, effect) : effect);

  it.each<[string, (recorder: Recorder) => object]>([
    ['without its monitor', ({ effectMiddlewares }) => ({ effectMiddlewares })],
    [
      'after another middleware that changes effects',
      ({ sagaMonitor, effectMiddlewares }) => ({ sagaMonitor, effectMiddlewares: [twice, ...effectMiddlewares] }),
    ],
  ])('%s refuses the recording, and the app continues', (_, hooksOf) => {
    const recorder = createRecorder({ app: 'told' });
    const { store, start } = app.boot(hooksOf(recorder) as never, null);
    const task = start();
    store.dispatch({ type: 'wanted' });
    expect(task.isRunning()).toBe(false);
    expect(told('told')(store.getState() as never)).toBe(true);
    expect(() => recorder.finish()).toThrow(advice);
  });
});

it('compiled by SWC, the module mock of the README comes before the import that it wraps', () => {
  const { code } = transformSync(
    `import { app } from './app';
     jest.mock('./api', () => require('saga-tapes').wrapImport('api', jest.requireActual('./api')));
     app();`,
    // As @swc/jest sets it.
    { jsc: { target: 'es2022', transform: { hidden: { jest: true } } as object }, module: { type: 'commonjs' } },
  );
  const done: string[] = [];
  const run = new Function('require', 'exports', 'jest', code) as (...given: unknown[]) => void;
  const requireOne = (id: string) => {
    done.push(`required ${id}`);
    return { app: () => done.push('ran') };
  };
  run(requireOne, {}, { mock: (id: string) => done.push(`mocked ${id}`) });
  expect(done).toEqual(['mocked ./api', 'required ./app', 'ran']);
});
