/** Apps with several root sagas, in every way to play a tape. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMiddleware, legacy_createStore as createStore, type UnknownAction } from 'redux';
import createSagaMiddleware, { type Saga } from 'redux-saga';
import { call, put, take } from 'redux-saga/effects';
import * as tapes from '../../tape';
import { defineApp, explore, inOrder, linesOf, readTape, report, runTape, type App } from '../../tape';
import { runCli } from '../../tape/cli';
import { toTest } from '../../tape/cli/toTest';
import { runPrinted } from '../support/flows/printed';
import { record, replay, told, type Visit } from './foreign';

const load = (what: string) => Promise.resolve(`the ${what}`);
function* auth(): Generator<unknown, void, never> {
  yield put({ type: 'signedIn', user: yield call(load, 'user') });
}
function* cart(): Generator<unknown, void, never> {
  while (true) {
    const { item }: { readonly item: string } = yield take('wanted');
    yield put({ type: 'added', item: yield call(load, item) });
  }
}
const alsoCalled = (name: string, saga: Saga<[]>): Saga<[]> =>
  Object.defineProperty(() => saga(), 'name', { value: name });

/** Starts the first ones with the app, and each further one with an action `open`. */
const appOfRoots = (first: readonly Saga<[]>[], later: readonly Saga<[]>[] = []): App =>
  defineApp({
    boot(harness: object) {
      const sagas = createSagaMiddleware(harness);
      const reducer = (all: readonly UnknownAction[] = [], action: UnknownAction) => [...all, action];
      const store = createStore(reducer, applyMiddleware(sagas));
      const closed = [...later];
      store.subscribe(() => {
        const saga = store.getState().at(-1)?.type === 'open' ? closed.shift() : undefined;
        if (saga) sagas.run(saga);
      });
      return { store, start: () => first.map((saga) => sagas.run(saga)).at(-1)! };
    },
  });

const visit: Visit = async ({ dispatch, until }) => {
  await until(told('signedIn'));
  dispatch({ type: 'open' });
  dispatch({ type: 'wanted', item: 'shoe' });
  await until(told('added'));
};

const kinds: readonly (readonly [string, App, readonly string[]])[] = [
  ['two root sagas', appOfRoots([auth, cart]), ['auth', 'cart']],
  ['two root sagas, one of which starts later', appOfRoots([auth], [cart]), ['auth', 'cart']],
  [
    'two root sagas of one name',
    appOfRoots([alsoCalled('default', auth), alsoCalled('default', cart)]),
    ['default', 'default#2'],
  ],
];

describe.each(kinds)('%s', (_, app, addresses) => {
  let text: string;
  beforeAll(async () => {
    text = await record(app, visit);
  });
  const opened = () => {
    const { header, entries } = readTape('roots', linesOf(text));
    return { header, entries: [...entries] };
  };

  it('have an address each', () => {
    const asked = opened().entries.flatMap((entry) => ('ask' in entry ? [entry.ask] : []));
    expect(asked).toEqual(addresses.map((address) => `${address}/CALL:load#1`));
  });

  it('start once when the tape is played, strictly and in the recorded order', async () => {
    const flow = await replay(app, text);
    expect(flow.divergence && report('roots', flow.divergence)).toBeNull();
    const { header, entries } = opened();
    const run = await runTape(app, header, entries, inOrder);
    expect(run).toMatchObject({ unrecorded: [], left: [], entries, state: flow.state() });
  });

  it('start once when other orders are explored', async () => {
    const { header, entries } = opened();
    expect(await explore(app, header, entries, { orders: 50, seed: 1 })).toMatchObject({ failing: 0, isAll: true });
  });

  it('need no update, and play by arguments', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'roots-'));
    const file = join(folder, 'roots.tape.jsonl');
    writeFileSync(file, text);
    try {
      for (const flag of ['--lenient', '--update']) {
        let said = '';
        expect(await runCli({ app, folder }, ['play', 'roots', flag], (more) => void (said += more))).toBe(0);
        expect(said).toBe('ok      roots\n1 played, 0 failed\n');
      }
      expect(readFileSync(file, 'utf8')).toBe(text);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('start once in the printed test', async () => {
    const { header, entries } = opened();
    const printed = await toTest({ app, folder: '.' }, 'roots', header, entries);
    expect(printed.match(/flow\.start\(/g)).toHaveLength(1);
    await runPrinted(printed, (id) => (id === 'saga-tapes' ? tapes : { app }));
  });
});

it('a root saga that was renamed still plays by arguments', async () => {
  const { header, entries } = readTape('roots', linesOf(await record(appOfRoots([auth, cart]), visit)));
  const renamed = appOfRoots([alsoCalled('session', auth), cart]);
  expect(await runTape(renamed, header, [...entries], inOrder)).toMatchObject({ unrecorded: [], left: [] });
});
