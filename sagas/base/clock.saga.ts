import { port } from './ports';
import { call, type SagaGenerator } from './runtime/effects';

/** Waits `ms` milliseconds on the clock port. Cancelling the saga cancels the wait. */
export function* pause(ms: number): SagaGenerator<void> {
  const clock = yield* port('clock');
  yield* call(clock.delay, ms);
}

const SOONEST_MS = 500;
/** Wide jitter: at most 1/8 of the clients that lost the same server reconnect in any second. */
const FIRST_MS = 12_000;
const CAP_MS = 60_000;

/**
 * Full jitter, so that clients that lost the same server do not all return at once. Milliseconds; `attempts` counts
 * from 1.
 */
export function backoffMs(attempts: number, random: number): number {
  return SOONEST_MS + random * Math.min(FIRST_MS * 2 ** (attempts - 1), CAP_MS);
}

/** Waits for the pause of `backoffMs` before the next attempt. */
export function* backoff({ attempts }: { readonly attempts: number }): SagaGenerator<void> {
  const random = yield* port('random');
  yield* call(pause, backoffMs(attempts, yield* call(random.next)));
}
