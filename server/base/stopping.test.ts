/** Stopping step by step: each step has its own time. */
import { stopInOrder } from './stopping';

const lasting = (ms: number, log: string[], name: string) => () =>
  new Promise<void>((resolve) => {
    setTimeout(() => {
      log.push(name);
      resolve();
    }, ms);
  });

test('a slow first step takes nothing from the time of the second', async () => {
  const log: string[] = [];
  await stopInOrder([
    { end: lasting(60, log, 'calls'), withinMs: 1_000 },
    { end: lasting(60, log, 'database'), withinMs: 1_000 },
  ]);
  expect(log).toEqual(['calls', 'database']);
});

test('after a step that takes too long the next one still runs to its end, and the delay is reported', async () => {
  const log: string[] = [];
  const stopped = stopInOrder([
    { end: () => new Promise(() => undefined), withinMs: 30 },
    { end: lasting(60, log, 'database'), withinMs: 1_000 },
  ]);
  await expect(stopped).rejects.toThrow('Stopping took too long.');
  expect(log).toEqual(['database']);
});

test('after a step that fails the next one runs, and the first failure is reported', async () => {
  const log: string[] = [];
  const stopped = stopInOrder([
    { end: () => Promise.reject(new Error('the port')), withinMs: 1_000 },
    { end: lasting(1, log, 'database'), withinMs: 1_000 },
    { end: () => Promise.reject(new Error('the folder')), withinMs: 1_000 },
  ]);
  await expect(stopped).rejects.toThrow('the port');
  expect(log).toEqual(['database']);
});
