import { call, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { pause } from '../time.saga';

const SOONEST_MS = 500;
/** So wide that of a thousand clients that lost the same server no second sees more than an eighth. */
const FIRST_MS = 12_000;
const CAP_MS = 60_000;

/** Full jitter: a thousand clients that lost the same server must not come back in the same second. `attempts` from 1. */
export function waitMs(attempts: number, random: number): number {
  return SOONEST_MS + random * Math.min(FIRST_MS * 2 ** (attempts - 1), CAP_MS);
}

export function* waitOut({ attempts }: { readonly attempts: number }): SagaGenerator<void> {
  const random = yield* port('random');
  yield* call(pause, waitMs(attempts, yield* call(random.next)));
}
