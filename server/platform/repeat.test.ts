import { setTimeout as delay } from 'node:timers/promises';
import { repeat } from './repeat';

const LONG_MS = 60_000;

test('runs immediately, and again after the pause', async () => {
  let runs = 0;
  const stop = repeat(async () => void (runs += 1), 5);
  expect(runs).toBe(1);
  while (runs < 3) await delay(1);
  await stop();
  const before = runs;
  await delay(20);
  expect(runs).toBe(before);
});

test('a stop aborts the run under way, and resolves when it has ended', async () => {
  let hasEnded = false;
  const stop = repeat(async (stopping) => {
    while (!stopping.aborted) await delay(1);
    await delay(5);
    hasEnded = true;
  }, LONG_MS);
  await stop();
  expect(hasEnded).toBe(true);
});

test('is woken between two runs, but neither during one nor after the stop', async () => {
  let [runs, wake, end] = [0, () => {}, () => {}];
  const work = () => {
    runs += 1;
    return new Promise<void>((resolve) => (end = resolve));
  };
  const stop = repeat(work, LONG_MS, (given) => (wake = given));
  wake();
  expect(runs).toBe(1);
  end();
  await delay(1);
  wake();
  expect(runs).toBe(2);
  end();
  await stop();
  wake();
  expect(runs).toBe(2);
});
