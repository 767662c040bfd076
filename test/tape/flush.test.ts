/** A channel whose messages a saga takes all at once, in every way to play a tape. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffers, END, eventChannel, type EventChannel } from 'redux-saga';
import { call, flush, put, take } from 'redux-saga/effects';
import * as tapes from '../../tape';
import { explore, inOrder, linesOf, readTape, runTape } from '../../tape';
import { runCli } from '../../tape/cli';
import { toTest } from '../../tape/cli/toTest';
import { runPrinted } from '../support/flows/printed';
import { appOf, record, replay, told } from './foreign';

type Told = readonly { readonly type: string; readonly orders?: readonly string[] }[];

let emit: (order: string) => void = () => {};
const orders = () => eventChannel<string>((listener) => ((emit = listener), () => {}), buffers.expanding(8));

const app = appOf(function* root(): Generator<unknown, void, never> {
  const channel: EventChannel<string> = yield call(orders);
  yield put({ type: 'first', order: yield take(channel) });
  for (let nth = 0; nth < 2; nth += 1) {
    yield take('collect');
    const all: readonly string[] = yield flush(channel);
    yield put({ type: 'collected', orders: all });
  }
});

let text: string;
beforeAll(async () => {
  text = await record(app, async ({ dispatch, until }) => {
    for (const order of ['shoe', 'hat', 'coat']) emit(order);
    dispatch({ type: 'collect' });
    emit('sock');
    dispatch({ type: 'collect' });
    await until(told('collected'));
  });
});
const tape = () => {
  const { header, entries } = readTape('orders', linesOf(text));
  return { header, entries: [...entries] };
};
const collected = (state: unknown) => (state as Told).flatMap(({ orders: all }) => (all ? [all] : []));
const RECORDED = [['hat', 'coat'], ['sock']];

it('plays strictly, and in the recorded order as it was recorded', async () => {
  expect(collected((await replay(app, text)).state())).toEqual(RECORDED);
  const { header, entries } = tape();
  const run = await runTape(app, header, entries, inOrder);
  expect(run.entries).toEqual(entries);
  expect(collected(run.state)).toEqual(RECORDED);
});

it('explores to the recorded end, and has nothing to fetch where the tape has no more', async () => {
  const { header, entries } = tape();
  const found = await explore(app, header, entries, {
    orders: 100,
    seed: 1,
    check: ({ state }) =>
      collected(state)
        .flat()
        .every((one) => typeof one === 'string')
        ? null
        : 'No order.',
  });
  expect(found).toMatchObject({ failing: 0, isAll: true });
  const without = entries.filter((entry) => !('message' in entry && entry.all));
  expect(collected((await runTape(app, header, without, inOrder)).state)).toEqual([[], []]);
});

it('play --update and --lenient find nothing new', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orders-'));
  const file = join(folder, 'orders.tape.jsonl');
  writeFileSync(file, text);
  try {
    for (const flag of ['--update', '--lenient']) {
      let said = '';
      expect(await runCli({ app, folder }, ['play', 'orders', flag], (more) => void (said += more))).toBe(0);
      expect(said).toBe('ok      orders\n1 played, 0 failed\n');
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the printed test sends what a saga fetches together before the step in which it does', async () => {
  const { header, entries } = tape();
  const printed = await toTest({ app, folder: '.' }, 'orders', header, entries);
  expect(printed.split('\n').filter((line) => line.includes('await flow.'))).toEqual([
    "  expect(await flow.start()).toBe('orders');",
    "  expect(await flow.message('orders', 'shoe')).toBe('put first');",
    "  await flow.message('orders', 'hat');",
    "  await flow.message('orders', 'coat');",
    "  expect(await flow.dispatch({ type: 'collect' })).toBe('put collected');",
    "  await flow.message('orders', 'sock');",
    "  expect(await flow.dispatch({ type: 'collect' })).toBe('put collected');",
  ]);
  await runPrinted(printed, (id) => (id === 'saga-tapes' ? tapes : { app }));
});

describe('of a channel that has ended', () => {
  let close: () => void = () => {};
  const offers = () =>
    eventChannel<string>((listener) => ((close = () => listener(END)), () => {}), buffers.expanding(8));
  const shop = appOf(function* root(): Generator<unknown, void, never> {
    const channel: EventChannel<string> = yield call(offers);
    for (let nth = 0; nth < 2; nth += 1) {
      yield take('collect');
      const all: readonly string[] = yield flush(channel);
      yield put({ type: (all as unknown) === END ? 'over' : 'none' });
    }
  });
  let ended: string;
  beforeAll(async () => {
    ended = await record(shop, async ({ dispatch, until }) => {
      dispatch({ type: 'collect' });
      close();
      dispatch({ type: 'collect' });
      await until(told('over'));
    });
  });
  const opened = () => {
    const { header, entries } = readTape('offers', linesOf(ended));
    return { header, entries: [...entries] };
  };
  const puts = (state: unknown) => (state as Told).map(({ type }) => type).filter((type) => /over|none/.test(type));

  it('a saga gets the end in a replay, strictly and in the recorded order', async () => {
    const flow = await replay(shop, ended);
    expect(flow.divergence).toBeNull();
    expect(flow.facts.story).toContain('end of offers');
    const { header, entries } = opened();
    const run = await runTape(shop, header, entries, inOrder);
    expect(run.entries).toEqual(entries);
    expect([flow.state(), run.state].map(puts)).toEqual([
      ['none', 'over'],
      ['none', 'over'],
    ]);
  });

  it('the printed test ends the channel before the step in which the saga notices', async () => {
    const { header, entries } = opened();
    const printed = await toTest({ app: shop, folder: '.' }, 'offers', header, entries);
    expect(printed.split('\n').filter((line) => line.includes('await flow.'))).toEqual([
      "  expect(await flow.start()).toBe('offers');",
      "  expect(await flow.dispatch({ type: 'collect' })).toBe('put none');",
      "  await flow.end('offers');",
      "  expect(await flow.dispatch({ type: 'collect' })).toBe('put over');",
    ]);
    await runPrinted(printed, (id) => (id === 'saga-tapes' ? tapes : { app: shop }));
  });

  it('a saga gets the end of a channel that it closed itself', async () => {
    const closing = appOf(function* root(): Generator<unknown, void, never> {
      const channel: EventChannel<string> = yield call(offers);
      channel.close();
      const all: readonly string[] = yield flush(channel);
      yield put({ type: (all as unknown) === END ? 'over' : 'none' });
    });
    const text = await record(closing, ({ until }) => until(told('over')));
    expect(puts((await replay(closing, text)).state())).toEqual(['over']);
    const { header, entries } = readTape('closing', linesOf(text));
    const printed = await toTest({ app: closing, folder: '.' }, 'closing', header, [...entries]);
    await runPrinted(printed, (id) => (id === 'saga-tapes' ? tapes : { app: closing }));
  });
});
