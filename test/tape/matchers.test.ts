/** The matchers: what they compare, and that they fail for a flow that did not finish, also negated. */
import { put, take } from 'redux-saga/effects';
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
