/** The waits before another attempt to reach the server. */
import { pause } from './clock.saga';
import { port } from './ports/ports';
import { call, type SagaGenerator } from './runtime/effects';

const SOONEST_MS = 500;
/** After the death of a node all clients are back on others within 5 s, less than a third of them in any second. */
const FIRST_MS = 3_500;
/** Refused clients wait longer: at most 1/8 of them return in any second. */
const NEXT_MS = 12_000;
const CAP_MS = 60_000;

/**
 * Full jitter, so that clients that lost the same server do not all return at the same time. Milliseconds; `attempts`
 * counts from 1.
 */
export function backoffMs(attempts: number, random: number): number {
  const range = attempts === 1 ? FIRST_MS : Math.min(NEXT_MS * 2 ** (attempts - 2), CAP_MS);
  return SOONEST_MS + random * range;
}

/** Waits for the pause of `backoffMs` before the next attempt. */
export function* backoff({ attempts }: { readonly attempts: number }): SagaGenerator<void> {
  const random = yield* port('random');
  yield* call(pause, backoffMs(attempts, yield* call(random.next)));
}
