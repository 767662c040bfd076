import type { FastifyBaseLogger } from 'fastify';
import { AfterResponse } from './afterResponse';

function make() {
  const failures: unknown[] = [];
  const log = { error: (facts: unknown) => void failures.push(facts) } as unknown as FastifyBaseLogger;
  return { afterAnswer: new AfterResponse(log), failures };
}

test('no work is done at once, and all of it by the end', async () => {
  const { afterAnswer } = make();
  const done: number[] = [];
  for (const each of [1, 2, 3]) afterAnswer.later('counting', async () => void done.push(each));
  expect(done).toEqual([]);
  await afterAnswer.finish();
  expect(done).toEqual([1, 2, 3]);
});

test('work starts by itself within a second', async () => {
  const { afterAnswer } = make();
  jest.useFakeTimers();
  const done: number[] = [];
  afterAnswer.later('counting', async () => void done.push(1));
  await jest.advanceTimersByTimeAsync(99);
  expect(done).toEqual([]);
  await jest.advanceTimersByTimeAsync(901);
  expect(done).toEqual([1]);
  jest.useRealTimers();
});

test('work that fails is logged, and does not stop other work', async () => {
  const { afterAnswer, failures } = make();
  const done: number[] = [];
  const problem = new Error('no database');
  afterAnswer.later('failing', () => Promise.reject(problem));
  afterAnswer.later('counting', async () => void done.push(1));
  await afterAnswer.finish();
  expect([failures, done]).toEqual([[{ err: problem, what: 'failing' }], [1]]);
});

test('at most a thousand pieces of work may wait', () => {
  const { afterAnswer } = make();
  for (let each = 0; each < 1_000; each += 1) afterAnswer.later('waiting', () => Promise.resolve());
  expect(() => afterAnswer.later('waiting', () => Promise.resolve())).toThrow('Too much work');
});
