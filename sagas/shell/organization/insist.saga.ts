import { race, take, call, type SagaGenerator } from '../../effects';
import { CallFailed, type Failure } from '../../../machines/failure';
import { browserOnline } from '../../session/session.events';
import { pause } from '../../time.saga';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const MAY_PASS: readonly Failure['kind'][] = ['unreachable', 'timedOut', 'unavailable', 'rateLimited'];

/** Asks again for as long as nobody answers, ever more seldom, and at once when the network is back. Throws any other failure. */
export function* insist<T>(ask: () => SagaGenerator<T>): SagaGenerator<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return yield* ask();
    } catch (error) {
      if (!(error instanceof CallFailed) || !MAY_PASS.includes(error.failure.kind)) throw error;
    }
    yield* race({ waited: call(pause, wait), online: take(browserOnline) });
  }
}
