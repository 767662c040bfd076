import createSagaMiddleware from 'redux-saga';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import type { Ports } from '../../sagas/base/ports/ports';
import { createAppStore } from '../../src/app/store';
import { interleave, median, pairwise } from './pairs';
import { breaksCheck, reached, skipped, type Row } from './row';
import { summary, table } from './report';

jest.mock('redux-saga', () => {
  const actual = jest.requireActual<{ default: typeof createSagaMiddleware }>('redux-saga');
  return { ...actual, __esModule: true, default: jest.fn(actual.default) };
});

const row = (changes: Partial<Row>): Row => ({
  id: 'x',
  what: 'a figure',
  ours: '1',
  other: '2',
  goal: '<= 2',
  verdict: 'ok',
  exact: true,
  ...changes,
});

test('the ratio is the median of the pairs, so one disturbed round changes nothing', () => {
  const ours = [10, 10, 500, 10, 10, 10, 10];
  const peer = [20, 20, 20, 20, 20, 20, 20];
  expect(pairwise(ours, peer)).toEqual({ ratio: 0.5, spread: { min: 0.5, max: 25, pairs: 7 } });
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('candidates take turns, the order moves by one each round, and the first round is thrown away', async () => {
  const order: string[] = [];
  const candidate = (name: string) => () => Promise.resolve(order.push(name));
  const results = await interleave({ a: candidate('a'), b: candidate('b') }, 2);
  expect(order.join('')).toBe('ba' + 'ab' + 'ba');
  expect(results).toEqual({ a: [3, 6], b: [4, 5] });
});

test('a check fails on exact figures that are missed or were not measured, and on sections that do not work', () => {
  expect(breaksCheck(row({ verdict: reached(true) }))).toBe(false);
  expect(breaksCheck(row({ verdict: reached(false) }))).toBe(true);
  expect(breaksCheck(skipped('x', 'a figure', '<= 2', 'no browser', true))).toBe(true);
  expect(breaksCheck(row({ verdict: 'WRONG', exact: false }))).toBe(true);
});

test('a check does not fail on a time that is missed: times depend on the machine', () => {
  expect(breaksCheck(row({ verdict: 'MISSED', exact: false }))).toBe(false);
});

test('a skipped row is reported with its reason and not counted as reached', () => {
  const rows = [row({}), skipped('y', 'another', '0', 'no browser')];
  expect(summary(rows)).toBe('1 reached, 0 missed, 0 wrong, 1 skipped, 0 without a goal');
  expect(table(rows)).toContain('SKIPPED: no browser');
});

test('an app without a recorder costs its sagas nothing: nothing listens to their effects', () => {
  createAppStore({ config: {} as RuntimeConfig, ports: {} as Ports, onFault: () => undefined });
  const [options = {}] = jest.mocked(createSagaMiddleware).mock.calls[0] ?? [];
  expect(Object.keys(options).sort()).toEqual(['context', 'onError']);
});
