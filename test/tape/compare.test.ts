/** Addresses use name and label before number, so that a new saga does not move others; moved ones are reported. */
import createSagaMiddleware from 'redux-saga';
import { call, fork } from 'redux-saga/effects';
import { legacy_createStore as createStore, applyMiddleware } from 'redux';
import { createRecorder, linesOf, readTape, type Entry, type Labels } from '../../tape';
import { compareTapes, isReal } from '../../tape/compare';

const ask = (name: string) => `${name}!`;
function* service(name: string): Generator<unknown, void, never> {
  yield call(ask, name);
}

function recorded(names: readonly string[], labels?: Labels): readonly Entry[] {
  const recorder = createRecorder({ app: 'services', ...(labels && { labels }) });
  const sagas = createSagaMiddleware({
    sagaMonitor: recorder.sagaMonitor,
    effectMiddlewares: recorder.effectMiddlewares,
  });
  createStore(() => null, applyMiddleware(sagas));
  sagas.run(function* root(): Generator<unknown, void, never> {
    for (const name of names) yield fork(service, name);
  });
  recorder.stop();
  return [...readTape('services', linesOf(recorder.finish())).entries];
}

it('with a label, one more service before the others is the only difference', () => {
  const labels = { service: (name: string) => name };
  const changes = compareTapes(recorded(['user', 'news'], labels), recorded(['added', 'user', 'news'], labels));
  expect(changes).toEqual([
    { kind: 'new', nth: 2, text: expect.stringMatching(/^ask\("added"\) = added! {2}in service\(added\)$/) as string },
  ]);
});

it('two forks of one saga are distinguished by argument, and only then by number', () => {
  const labels = { '*': (first: unknown) => first };
  const addressesOf = (names: readonly string[]) =>
    recorded(names, labels).flatMap((entry) => ('call' in entry ? [entry.call] : []));
  expect(addressesOf(['user', 'news', 'user'])).toEqual([
    'root/FORK:service(user)#1/CALL:ask(user)#1',
    'root/FORK:service(news)#1/CALL:ask(news)#1',
    'root/FORK:service(user)#2/CALL:ask(user)#1',
  ]);
  expect(addressesOf(['added', 'news'])[1]).toBe(addressesOf(['user', 'news'])[1]);
});

it('a specific label overrides the general one, and one that is not a text or number is ignored', () => {
  const labels = { '*': () => ({}), ask: (name: string) => name.length };
  expect(recorded(['user'], labels)[1]).toMatchObject({ call: 'root/FORK:service#1/CALL:ask(4)#1' });
});

it('without a label the others move, which is distinguished from a new one', () => {
  const changes = compareTapes(recorded(['user', 'news']), recorded(['added', 'user', 'news']));
  expect(changes.map(({ kind, nth }) => [kind, nth])).toEqual([
    ['moved', 2],
    ['new', 2],
    ['moved', 3],
  ]);
  expect(changes.filter(isReal)).toHaveLength(1);
});

describe('an entry at another position', () => {
  const ask = (saga: string, port: string): Entry => ({ ask: `root/FORK:${saga}#1/CALL:${port}#1`, args: [] });
  const putOf = (saga: string, type: string): Entry => ({ put: `root/FORK:${saga}#1`, action: { type } });
  const changesOf = (one: Entry, other: Entry) => compareTapes([one, other], [other, one]);

  it.each<[string, Entry, Entry, boolean]>([
    ['requests of two sagas', ask('user', 'load'), ask('news', 'fetch'), false],
    ['requests of one saga', ask('user', 'load'), ask('user', 'fetch'), true],
    ['a request and an action of one saga', ask('user', 'load'), putOf('user', 'loaded'), true],
    ['an action and a request of one saga', putOf('user', 'loaded'), ask('user', 'load'), true],
    ['actions of two sagas', putOf('user', 'loaded'), putOf('news', 'arrived'), true],
    ['an intent and a request', { do: { type: 'wanted' } }, ask('user', 'load'), false],
  ])('%s: whether behavior changed', (_, one, other, isChanged) => {
    const changes = changesOf(one, other);
    expect(changes.map(({ kind }) => kind)).toEqual(['earlier or later']);
    expect(changes.some(isReal)).toBe(isChanged);
  });
});

describe('of tapes as long as a working day', () => {
  const tapeOf = (length: number, answer: (nth: number) => string): readonly Entry[] =>
    Array.from({ length }, (_, nth) => ({ call: `root/CALL:ask#${nth + 1}`, args: [nth], value: answer(nth) }));
  const long = tapeOf(60_000, () => 'yes');

  it('the one entry that differs is reported', () => {
    const other = tapeOf(60_000, (nth) => (nth === 30_000 ? 'no' : 'yes'));
    expect(compareTapes(long, other)).toEqual([
      { kind: 'changed', nth: 30_001, text: expect.stringMatching(/= yes .*: now ask\(30000\) = no/) as string },
    ]);
  });

  it('that differ throughout, the first difference is reported', () => {
    const other = tapeOf(60_000, (nth) => (nth < 10 ? 'yes' : 'no'));
    expect(compareTapes(long, other)).toEqual([
      { kind: 'changed', nth: 11, text: expect.stringMatching(/too much differs after it to be compared$/) as string },
    ]);
  });
});
