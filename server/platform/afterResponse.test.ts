import type { FastifyBaseLogger } from 'fastify';
import { AfterResponse } from './afterResponse';

function make() {
  const failures: unknown[] = [];
  const log = { error: (facts: unknown) => void failures.push(facts) } as unknown as FastifyBaseLogger;
  return { afterResponse: new AfterResponse(log), failures };
}

test('no work is done at once, and all of it by the end', async () => {
  const { afterResponse } = make();
  const done: number[] = [];
  for (const each of [1, 2, 3]) afterResponse.later('counting', async () => void done.push(each));
  expect(done).toEqual([]);
  await afterResponse.finish();
  expect(done).toEqual([1, 2, 3]);
});

test('work starts by itself within a second', async () => {
  const { afterResponse } = make();
  jest.useFakeTimers();
  const done: number[] = [];
  afterResponse.later('counting', async () => void done.push(1));
  await jest.advanceTimersByTimeAsync(99);
  expect(done).toEqual([]);
  await jest.advanceTimersByTimeAsync(901);
  expect(done).toEqual([1]);
  jest.useRealTimers();
});

test('work that fails is logged, and does not stop other work', async () => {
  const { afterResponse, failures } = make();
  const done: number[] = [];
  const problem = new Error('no database');
  afterResponse.later('failing', () => Promise.reject(problem));
  afterResponse.later('counting', async () => void done.push(1));
  await afterResponse.finish();
  expect([failures, done]).toEqual([[{ err: problem, what: 'failing' }], [1]]);
});

test('at most a thousand pieces of work may wait', () => {
  const { afterResponse } = make();
  for (let each = 0; each < 1_000; each += 1) afterResponse.later('waiting', () => Promise.resolve());
  expect(() => afterResponse.later('waiting', () => Promise.resolve())).toThrow('Too much work');
});
