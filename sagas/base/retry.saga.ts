/** Retries: loading a chunk until it succeeds, and a call until the server answers. */
import { CallFailed, type Failure } from '../../machines/failure';
import { pause } from './clock.saga';
import { call, race, take, type SagaGenerator } from './runtime/effects';
import { browserOnline } from './pageSignals.saga';

const RETRY_MS = 3_000;
const FAILURES_BEFORE_NOTICE = 3;

/** Tries once to load a part; null if that fails. */
export function* tryToLoad<T>(load: () => Promise<T>): SagaGenerator<T | null> {
  const tried = () => load().catch(() => null);
  return yield* call(tried);
}

/**
 * Returns the loaded part. Tries again every 3 s, and immediately when the network is back; it never fails. `missing`
 * runs once, after the third failure.
 */
export function* loadCode<T>(load: () => Promise<T>, missing?: () => SagaGenerator<void>): SagaGenerator<T> {
  for (let failures = 1; ; failures += 1) {
    const part = yield* tryToLoad(load);
    if (part !== null) return part;
    if (failures === FAILURES_BEFORE_NOTICE && missing) yield* missing();
    yield* race({ waited: call(pause, RETRY_MS), online: take(browserOnline) });
  }
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const MAY_PASS: readonly Failure['kind'][] = ['unreachable', 'timedOut', 'unavailable', 'rateLimited'];

interface RetryOptions {
  readonly failed?: (failure: Failure) => SagaGenerator<void>;
  readonly sooner?: readonly { readonly type: string }[];
}

/**
 * Repeats a call while the server is unreachable or busy: after 2 s, then doubling up to a minute, and immediately when
 * the network is back or one of the `sooner` actions arrives. `failed` runs after each such failure.
 *
 * @throws any other failure.
 */
export function* retryUntilAnswered<T>(
  ask: () => SagaGenerator<T>,
  { failed, sooner = [] }: RetryOptions = {},
): SagaGenerator<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return yield* ask();
    } catch (error) {
      if (!(error instanceof CallFailed) || !MAY_PASS.includes(error.failure.kind)) throw error;
      if (failed) yield* failed(error.failure);
    }
    yield* race({ waited: call(pause, wait), sooner: take([browserOnline, ...sooner].map(({ type }) => type)) });
  }
}
