/** Everything that runs, from the first moment of the page to its last. */
import { call, fork, type SagaGenerator } from './effects';
import type { SessionInput } from '../machines/session/session.types';
import { showPath } from './access/showPath.saga';
import { watchSession } from './session/session.watch';

export function* rootSaga(start: SessionInput): SagaGenerator<void> {
  yield* fork(showPath);
  yield* call(watchSession, start);
}
