/** Code that comes in a file of its own, asked for until it is there. */
import { call, race, take, type SagaGenerator } from '../../effects';
import { browserOnline } from '../../session/session.events';
import { pause } from '../../time.saga';

const RETRY_MS = 3_000;

export function* fetched<T>(load: () => Promise<T>): SagaGenerator<T> {
  /** Null where the file did not come. */
  const tried = () => load().catch(() => null);
  let part = yield* call(tried);
  while (part === null) {
    yield* race({ waited: call(pause, RETRY_MS), online: take(browserOnline) });
    part = yield* call(tried);
  }
  return part;
}
