/**
 * Other orders than the recorded one: exploring finds bugs that a lucky recording hides, and reports nothing without a
 * bug.
 */
import { call, put } from 'redux-saga/effects';
import { explore, inOrder, linesOf, runTape, play, readTape } from '../../tape';
import type { InjectionKind } from '../../tape/injections';
import { appOf, record, told } from './foreign';
import { openShop, recordLoads, recordStorm, shop } from './shop';

async function opened(text: string) {
  const { header, entries } = readTape('t', linesOf(text));
  return { header, entries: [...entries] };
}

it('finds the request that is lost if a 401 arrives after the renewal, within 500 orders, as a tape', async () => {
  const { header, entries } = await opened(await recordStorm());
  const found = await explore(shop('late 401'), header, entries, { orders: 500, seed: 1 });
  expect(found.smallest?.problem).toMatch(/A saga waits forever: shop\/FORK:take\(request\)\/FORK:request$/);
  expect(found.failing).toBeGreaterThan(1);
  // The nearest order that fails: one answer, behind the renewal.
  expect(found.smallest?.swaps).toBeLessThanOrEqual(3);
  const flow = await play(shop('late 401'), readTape('found', linesOf(found.smallest!.tape)));
  expect(flow.divergence).toBeNull();
  expect(flow.state()).toMatchObject({ loaded: [expect.any(String)] });
});

it('omits what the failure does not need: loads, messages and a third request', async () => {
  const open = openShop();
  await open.dispatch({ type: 'load', id: 1 });
  await open.dispatch({ type: 'request', name: 'a' });
  open.send({ seq: 1 });
  await open.dispatch({ type: 'request', name: 'b' });
  await open.dispatch({ type: 'load', id: 2 });
  for (const name of ['a', 'b']) await open.answer(`send ${name} token-1`, 401);
  open.send({ seq: 2 });
  await open.answer('refresh', 'token-2');
  for (const name of ['a', 'b']) await open.answer(`send ${name} token-2`, 200);
  await open.dispatch({ type: 'request', name: 'c' });
  await open.answer('send c token-2', 200);
  const { header, entries } = await opened(open.recorder.finish());
  const { smallest } = await explore(shop('late 401'), header, entries, { orders: 100, seed: 1 });
  const shortest = await opened(smallest!.tape);
  expect(shortest.entries.flatMap((entry) => ('do' in entry ? [entry.do] : []))).toEqual([
    { type: 'request', name: 'a' },
    { type: 'request', name: 'b' },
  ]);
  expect(shortest.entries.some((entry) => 'message' in entry)).toBe(false);
  expect(smallest).toMatchObject({ dropped: 5 });
  const flow = await play(shop('late 401'), readTape('shortest', linesOf(smallest!.tape)));
  expect(flow.divergence).toBeNull();
});

it('reports none if the token used is compared with the current one', async () => {
  const { header, entries } = await opened(await recordStorm());
  const found = await explore(shop(), header, entries, { orders: 500, seed: 1 });
  expect(found).toMatchObject({ failing: 0, smallest: null });
  expect(found.distinct.size).toBeGreaterThan(5);
});

it('does not report sagas that the app allows to wait', async () => {
  const { header, entries } = await opened(await recordStorm());
  const app = { ...shop('late 401'), mayWait: ['request'] };
  const found = await explore(app, header, entries, { orders: 100, seed: 1 });
  expect(found).toMatchObject({ failing: 0, smallest: null });
});

it('reports an end state that differs from the recorded one despite equal inputs, as far as the app compares it', async () => {
  const { header, entries } = await opened(await recordStorm());
  type State = { readonly loaded: readonly string[] };
  const failing = async (end: (state: unknown) => unknown) =>
    (await explore({ ...shop(), end }, header, entries, { orders: 100, seed: 1 })).smallest?.problem;
  expect(await failing((state) => state)).toMatch(/^It ends otherwise, although the same came in: state\.loaded\.0$/);
  expect(await failing((state) => [...(state as State).loaded].sort())).toBeUndefined();
});

it('ends an order in which sagas never settle', async () => {
  const { header, entries } = await opened(await recordStorm());
  const { smallest } = await explore(shop('restless'), header, entries, { orders: 1, seed: 1, shrink: 0 });
  expect(smallest?.problem).toMatch(/^No saga caught: The sagas never settle: more than \d+ entries\.$/);
});

it.each([0, 1, 2])('ends an order in which sagas ask again and again, also after %d other calls', async (calls) => {
  const note = () => 'noted';
  const poll = () => Promise.resolve('again');
  const polling = (times: number) =>
    appOf(function* root() {
      for (let nth = 0; nth < calls; nth += 1) yield call(note);
      for (let nth = 0; nth < times; nth += 1) yield call(poll);
      yield put({ type: 'polled' });
    });
  const { header, entries } = await opened(await record(polling(2), ({ until }) => until(told('polled'))));
  const { smallest } = await explore(polling(Infinity), header, entries, { orders: 1, seed: 1, shrink: 0 });
  expect(smallest?.problem).toMatch(/^No saga caught: The sagas never settle: more than \d+ entries\.$/);
});

describe('another build in the same orders', () => {
  const orders = { orders: 60, seed: 3, shrink: 0, isCompared: true };

  it('succeeds if it does the same', async () => {
    const { header, entries } = await opened(await recordStorm());
    const { did, orders: tried } = await explore(shop(), header, entries, orders);
    expect(did).toHaveLength(tried + 1);
    const again = await explore(shop(), header, entries, { ...orders, like: did });
    expect([again.smallest, again.did]).toEqual([null, did]);
  });

  it('is reported if it does something else, with the order as a tape that the first build does not play', async () => {
    const { header, entries } = await opened(await recordMixedRequests());
    const { did } = await explore(shop(), header, entries, orders);
    const { smallest } = await explore(shop('removed'), header, entries, { ...orders, like: did });
    expect(smallest?.problem).toMatch(/^The other build does something else in this order\./);
    const tape = () => readTape('found', linesOf(smallest!.tape));
    expect((await play(shop('removed'), tape())).divergence).toBeNull();
    expect((await play(shop(), tape())).divergence?.headline).toMatch(/log\.write/);
  });

  async function recordMixedRequests(): Promise<string> {
    const open = openShop();
    await open.dispatch({ type: 'request', name: 'a' });
    await open.dispatch({ type: 'load', id: 1 });
    await open.answer('send a token-1', 200);
    await open.answer('load 1', { id: 1 });
    await open.answer('save', 'ok');
    return open.recorder.finish();
  }
});

it('the same seed explores the same orders', async () => {
  const { header, entries } = await opened(await recordStorm());
  const run = () => explore(shop('late 401'), header, entries, { orders: 40, seed: 7 });
  expect(await run()).toEqual(await run());
});

it('a custom check runs for each order', async () => {
  const { header, entries } = await opened(await recordStorm());
  const found = await explore(shop(), header, entries, {
    orders: 50,
    seed: 1,
    check: ({ state }) => ((state as { loaded: string[] }).loaded[0] === 'a' ? null : 'b came first'),
  });
  expect(found.smallest?.problem).toBe('b came first');
});

describe('equal orders are tried once', () => {
  /** Loads besides requests: many answers are independent. */
  async function recordMixed(): Promise<string> {
    const open = openShop();
    await open.dispatch({ type: 'request', name: 'a' });
    await open.dispatch({ type: 'load', id: 1 });
    open.send({ seq: 1 });
    open.send({ seq: 2 });
    await open.answer('send a token-1', 401);
    await open.answer('load 1', { id: 1 });
    await open.answer('refresh', 'token-2');
    await open.answer('save', 'ok');
    await open.answer('send a token-2', 200);
    return open.recorder.finish();
  }
  const all = { orders: 20_000, seed: 1 };

  it.each(['none', 'late 401', 'no cancel'] as const)(
    'and they reach every result of all orders: %s',
    async (fault) => {
      for (const text of [await recordMixed(), await recordStorm(), await recordLoads()]) {
        const { header, entries } = await opened(text);
        const every = await explore(shop(fault), header, entries, { ...all, isReduced: false, shrink: 0 });
        const reduced = await explore(shop(fault), header, entries, { ...all, shrink: 0 });
        expect([every.isAll, reduced.isAll]).toEqual([true, true]);
        expect([...reduced.outcomes].sort()).toEqual([...every.outcomes].sort());
        expect(reduced.smallest?.problem).toBe(every.smallest?.problem);
        expect(reduced.orders).toBeLessThanOrEqual(every.orders);
      }
    },
  );

  it('which are few if few answers depend on each other', async () => {
    const { header, entries } = await opened(await recordMixed());
    const every = await explore(shop(), header, entries, { ...all, isReduced: false });
    const reduced = await explore(shop(), header, entries, all);
    expect(every.orders).toBe(720);
    expect(reduced.orders).toBeLessThan(every.orders / 2);
  });

  it('and exploring ends when there is no other order', async () => {
    const { header, entries } = await opened(await recordLoads());
    const found = await explore(shop(), header, entries, { orders: 1_000_000, seed: 1 });
    expect(found).toMatchObject({ isAll: true, failing: 0 });
    expect(found.orders).toBeLessThan(100);
  });
});

it('ends at its time limit, and reports its progress', async () => {
  const { header, entries } = await opened(await recordStorm());
  const progress: number[] = [];
  const began = performance.now();
  const found = await explore(shop(), header, entries, {
    orders: 1e9,
    seed: 1,
    timeLeft: () => 200 - (performance.now() - began),
    inject: ['late'],
    onProgress: ({ tried }) => void progress.push(tried),
  });
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(found.orders).toBeGreaterThan(0);
  expect(found.orders).toBeLessThan(1e9);
  expect(progress).toEqual(Array.from({ length: found.orders }, (_, nth) => nth + 1));
});

describe('injected faults', () => {
  const CAUGHT = { 'api.save': [{ error: { $error: { name: 'Error', message: 'down' } } }] };
  const wrong = async (
    kind: InjectionKind,
    check?: (state: { received: number; loaded: unknown[] }) => string | null,
  ) => {
    const { header, entries } = await opened(await recordLoads());
    const app = { ...shop(), failures: CAUGHT };
    return explore(app, header, entries, {
      orders: 60,
      seed: 1,
      inject: [kind],
      ...(check && { check: ({ state }) => check(state as never) }),
    });
  };

  it('fail: a failure that no saga catches, and what failed', async () => {
    const { smallest } = await wrong('fail');
    expect(smallest).toMatchObject({ problem: 'No saga caught: down', swaps: 0 });
    expect(smallest?.injected).toMatch(/^the answer to api\.save fails: .*down/);
    const flow = await play(shop(), readTape('failing', linesOf(smallest!.tape)));
    expect(flow.divergence).toBeNull();
    expect(flow.facts.faults).toHaveLength(1);
  });

  it.each<[InjectionKind, (state: { received: number; loaded: unknown[] }) => string | null, RegExp]>([
    ['drop', ({ loaded }) => (loaded.length === 0 ? 'nothing' : null), /api\.load never comes$/],
    ['twice', ({ received }) => (received === 2 ? 'nothing' : null), /^message of entry \d+ comes twice$/],
    ['end', ({ received }) => (received === 0 ? 'nothing' : null), /its channel ends$/],
    ['cancel', ({ loaded }) => (loaded.length === 0 ? 'nothing' : null), /the saga that waits for it is cancelled$/],
  ])('%s', async (kind, check, text) => {
    const { smallest } = await wrong(kind, check);
    expect(smallest?.problem).toBe('nothing');
    expect(smallest?.injected).toMatch(text);
  });

  it('late: an answer after all others', async () => {
    const { header, entries } = await opened(await recordStorm());
    const found = await explore(shop(), header, entries, {
      orders: 20,
      seed: 1,
      inject: ['late'],
      check: ({ state }) => ((state as { loaded: string[] }).loaded[0] === 'a' ? null : 'b came first'),
    });
    expect(found.smallest).toMatchObject({ problem: 'b came first', injected: expect.stringMatching(/comes last$/) });
  });

  it('each fault is tried once in the recorded order, before any other order', async () => {
    const { header, entries } = await opened(await recordStorm());
    const unanswered = new Set<string>();
    await explore(shop(), header, entries, {
      orders: 5,
      seed: 1,
      inject: ['drop'],
      check(run) {
        const answered = run.entries.flatMap((entry) => ('answer' in entry ? [entry.answer] : []));
        const first = run.entries.find((entry) => 'ask' in entry && !answered.includes(entry.ask));
        if (first) unanswered.add(JSON.stringify(first));
        return null;
      },
    });
    expect(unanswered.size).toBe(5);
  });
});

it('by function and arguments, a moved saga still plays', async () => {
  const text = (await recordLoads()).replaceAll('FORK:load#', 'FORK:loadAsItWasNamed#');
  const lines = text.trim().split('\n');
  const header = readTape('t', linesOf(text)).header;
  const entries = lines.slice(1, -1).map((line) => JSON.parse(line) as never);
  const moved = await runTape(shop(), header, entries, inOrder);
  expect(moved).toMatchObject({ unrecorded: [], left: [], state: { loaded: [{ id: 2 }] } });
});
