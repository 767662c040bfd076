/** The matchers: what they compare, and that they fail for a flow that did not finish, also negated. */
import { call, put, take } from 'redux-saga/effects';
import { linesOf, play, readTape } from '../../tape';
import { storyOf } from '../../tape/log';
import '../support/flows/replay';
import { appOf, record, replay } from './foreign';
import { recordLoads, shop, type Fault } from './shop';

let text: string;
beforeAll(async () => {
  text = await recordLoads();
});
const flowOf = (fault: Fault = 'none') => play(shop(fault), readTape('loads', linesOf(text)));

it.each<[string, unknown, unknown]>([
  ['dates', new Date(1), new Date(2)],
  ['maps', new Map([['a', 1]]), new Map([['a', 2]])],
  ['sets', new Set([1]), new Set([2])],
  ['a map and a set', new Map(), new Set()],
  ['errors', new Error('a'), new Error('b')],
])('toEndWith tells %s apart', async (_, value, other) => {
  const flow = await flowOf();
  expect(() => expect(flow).toEndWith(() => value, other)).toThrow(/^loads ends with .*; expected: /);
  expect(flow).not.toEndWith(() => value, other);
  expect(flow).toEndWith(() => value, value);
});

it('toEndWith takes equal values for equal, in any order of keys', async () => {
  const flow = await flowOf();
  expect(flow).toEndWith(() => NaN, NaN);
  expect(flow).toEndWith(() => ({ at: new Date(1), in: new Map([['a', 1]]) }), {
    in: new Map([['a', 1]]),
    at: new Date(1),
  });
});

describe('actions that a saga puts', () => {
  const map = appOf(function* root() {
    yield take('opened');
    yield put({ type: 'map/shown', payload: { projection: 'mercator' } });
  });
  const flowWith = async (hiddenActions: readonly string[]) =>
    replay(
      { ...map, hiddenActions },
      await record(map, ({ dispatch }) => Promise.resolve(dispatch({ type: 'opened' }))),
    );

  it('are all in the story, whatever their payload', async () => {
    const flow = await flowWith([]);
    expect(flow).toPutInOrder(['map/shown']);
    expect(flow.facts.story).toContain('    put map/shown');
  });

  it('are not, if the app hides them', async () => {
    const flow = await flowWith(['map/shown']);
    expect(flow).toFinish();
    expect(flow.facts.puts).toEqual([]);
    expect(flow.facts.timeline.join()).not.toContain('map/shown');
    expect(storyOf([{ put: 'root', action: { type: 'map/shown' } }], { hiddenActions: ['map/shown'] })).toEqual([]);
  });
});

it('a flow that did not finish fails each matcher, negated too; only that it did not finish can be asserted', async () => {
  const flow = await flowOf('removed');
  const unfinished = /on the tape but never called: log\.write\("got it"\)/;
  expect(() => expect(flow).toFinish()).toThrow(unfinished);
  expect(flow).not.toFinish();
  for (const negated of [false, true]) {
    const judged = () => (negated ? expect(flow).not : expect(flow));
    expect(() => judged().toVisit('session.active')).toThrow(unfinished);
    expect(() => judged().toCallOnce('api.refund')).toThrow(unfinished);
    expect(() => judged().toPutInOrder(['refunded'])).toThrow(unfinished);
    expect(() => judged().toEndWith(() => 1, 2)).toThrow(unfinished);
  }
});

describe('of a flow with more calls and actions than are kept with their arguments', () => {
  const many = appOf(function* root() {
    const write = (_entry: { readonly nth: number }) => {};
    yield take('started');
    for (let nth = 0; nth < 5_000; nth += 1) {
      yield call(write, { nth });
      yield put({ type: 'written' });
    }
    yield call(write, { nth: 0 });
    yield put({ type: 'done' });
  });
  let flow: Awaited<ReturnType<typeof replay>>;
  beforeAll(async () => {
    flow = await replay(many, await record(many, ({ dispatch }) => Promise.resolve(dispatch({ type: 'started' }))));
  });

  it('toPutInOrder sees all actions, and shows a few', () => {
    expect(flow).toPutInOrder(['written', 'done']);
    expect(() => expect(flow).toPutInOrder(['done', 'written'])).toThrow(
      /^app puts written, .* 1 more; .*, written is/,
    );
  });

  it('toCallOnce counts all calls', () => {
    expect(flow.facts.calls.get('write')).toMatchObject({ count: 5_001 });
    expect(() => expect(flow).toCallOnce('write')).toThrow('app calls write() 5001 times.');
  });

  it('toCallOnce with a part does not judge calls whose arguments are not kept', () => {
    const advice = /^app calls write 5001 times, and the arguments of the first 5000 are kept\. Ask for /;
    for (const nth of [0, 1, 5_000]) {
      expect(() => expect(flow).toCallOnce('write', { nth })).toThrow(advice);
      expect(() => expect(flow).not.toCallOnce('write', { nth })).toThrow(advice);
    }
  });
});
