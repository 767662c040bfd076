/** Everything that runs, from the first moment of the page to its last. */
import { call, fork, type SagaGenerator } from './effects';
import type { SessionInput } from '../machines/session/session.types';
import { showPath } from './access/showPath.saga';
import { watchSession } from './session/session.watch';
import { whileActive } from './session/whileActive.saga';
import { runShell } from './shell/runShell.saga';

/** What the page knows when it starts. */
export type AppStart = SessionInput;

export function* rootSaga(start: AppStart): SagaGenerator<void> {
  yield* fork(showPath);
  yield* fork(whileActive, runShell);
  yield* call(watchSession, start);
}
