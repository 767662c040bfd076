import type { Failure } from '../../../machines/failure';
import { port } from '../ports/ports';
import { call, type SagaGenerator } from '../runtime/effects';
import { attempt, type Attempt } from './attempt.saga';

const MAX_TRIES = 6;
const LONGEST_WAIT_MS = 15_000;
/** Spreads the retries of clients that were refused together. */
const SPREAD_MS = 1_000;

/**
 * Like `attempt`, for reads: if the server is busy or stopping and names a time to retry, retries then, with at most 6
 * tries; gives up on waits over 15 s. Returns the last outcome.
 *
 * @throws any other error than CallFailed.
 */
export function* retryWhenBusy<T>(work: () => SagaGenerator<T>): SagaGenerator<Attempt<T>> {
  for (let tries = 1; ; tries += 1) {
    const outcome = yield* attempt(work());
    const retryAt = retryTimeOf(outcome.failure);
    if (retryAt === null || tries === MAX_TRIES) return outcome;
    const [clock, random] = [yield* port('clock'), yield* port('random')];
    const wait = Math.max(0, retryAt - (yield* call(clock.now)));
    if (wait > LONGEST_WAIT_MS) return outcome;
    yield* call(clock.delay, wait + (yield* call(random.next)) * SPREAD_MS);
  }
}

function retryTimeOf(failure: Failure | null): number | null {
  return failure?.kind === 'rateLimited' || failure?.kind === 'unavailable' ? failure.retryAt : null;
}
