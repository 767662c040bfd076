/** Reads that the server delays are retried automatically; refused ones are not. */
import { CallFailed, type Failure } from '../../machines/failure';
import { retryWhenBusy } from '../../sagas/base/http/retryWhenBusy.saga';
import type { Ports } from '../../sagas/base/ports/ports';
import type { SagaGenerator } from '../../sagas/base/runtime/effects';
import { planOf, scriptedClock } from '../support/oneSaga';

const NOW = 1_000;
const busy: Failure = { kind: 'rateLimited', retryAt: NOW + 2_000 };
const leaving: Failure = { kind: 'unavailable', retryAt: NOW + 1_000 };

/** Requests until these failures are used up, then gets an answer. */
async function requesting(...failures: readonly Failure[]) {
  const { clock, waits } = scriptedClock({ now: NOW, ends: () => true });
  const random = { next: () => 0.5 } as Ports['random'];
  let tries = 0;
  function* work(): SagaGenerator<string> {
    const failure = failures[tries];
    tries += 1;
    if (failure !== undefined) throw new CallFailed(failure);
    return 'read';
  }
  const { returnValue } = await planOf({ ports: { clock, random } }, () => retryWhenBusy(work)).silentRun(false);
  return { tries, waits, outcome: (returnValue as { answer: unknown }).answer };
}

test('waits as long as the server requires, plus a random time, until there is an answer', async () => {
  expect(await requesting(busy, leaving, busy)).toEqual({
    tries: 4,
    waits: [2_500, 1_500, 2_500],
    outcome: { failure: null, answer: 'read' },
  });
});

test('gives up after six tries', async () => {
  const { tries, outcome } = await requesting(...Array<Failure>(9).fill(busy));
  expect([tries, outcome]).toEqual([6, expect.objectContaining({ failure: busy })]);
});

test.each<[string, Failure]>([
  ['a refusal', { kind: 'unauthorized' }],
  ['a fault', { kind: 'unknown', status: 500 }],
  ['a server that does not say when', { kind: 'unavailable', retryAt: null }],
  ['a wait that is too long', { kind: 'rateLimited', retryAt: NOW + 60_000 }],
])('does not try again after %s', async (_what, failure) => {
  expect(await requesting(failure)).toEqual({ tries: 1, waits: [], outcome: expect.objectContaining({ failure }) });
});
