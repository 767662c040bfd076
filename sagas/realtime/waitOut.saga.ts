import { call, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { pause } from '../time.saga';

const BASE_MS = 1_000;
const CAP_MS = 60_000;

/** Full jitter: a thousand clients that lost the same server must not come back in the same second. */
export function waitMs(attempts: number, random: number): number {
  return BASE_MS / 2 + random * Math.min(BASE_MS * 2 ** attempts, CAP_MS);
}

export function* waitOut({ attempts }: { readonly attempts: number }): SagaGenerator<void> {
  const random = yield* port('random');
  yield* call(pause, waitMs(attempts, yield* call(random.next)));
}
