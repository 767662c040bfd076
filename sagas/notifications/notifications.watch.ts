/** The notifications domain: what is heard is folded in, what is missing is fetched. */
import { fork, takeLatest, takeLeading, type SagaGenerator } from '../effects';
import { pageLookedAt } from '../session/session.events';
import { applyHeard } from './applyHeard.saga';
import { catchUpQuietly } from './catchUp.saga';
import { gapFound } from './notifications.events';

export function* watchNotifications(): SagaGenerator<void> {
  yield* fork(applyHeard);
  yield* takeLeading(gapFound, catchUpQuietly);
  // Who looks again, perhaps after hours of sleep, sees what is true now.
  yield* takeLatest(pageLookedAt, catchUpQuietly);
  yield* fork(catchUpQuietly);
}
