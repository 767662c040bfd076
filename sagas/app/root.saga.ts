/** The root saga: runs for as long as the page lives. */
import type { SessionInput } from '../../machines/session/session.types';
import { port } from '../base/ports/ports';
import { loadCode } from '../base/retry.saga';
import { call, fork, type SagaGenerator } from '../base/runtime/effects';
import { whileActive } from '../session/activeSession.saga';
import { showPath } from '../session/signIn/showPath.saga';
import { endSso, watchPasskeyOffers, watchSignInMethods } from '../session/signIn/lateSignIn.saga';
import { signIn } from '../session/signIn/signIn.saga';
import { watchSession } from '../session/token/session.saga';
import type * as Shell from './shell.saga';
import { fetchShell } from './loadShell';

/** What is known when the page starts. */
export type AppStart = SessionInput;

/** Runs the whole app for as long as the page lives. */
export function* rootSaga(start: AppStart): SagaGenerator<void> {
  yield* fork(showPath);
  yield* fork(watchSignInMethods);
  yield* fork(watchPasskeyOffers);
  yield* fork(whileActive, runShell);
  yield* call(watchSession, start, { signIn, endSso });
}

/** Fetches the shell's code when a session begins, and runs it until it ends. */
function* runShell(): SagaGenerator<void> {
  const parts = yield* port('parts');
  const shell = yield* call(loadCode<typeof Shell>, fetchShell);
  yield* call(parts.add, shell.shellReducers);
  yield* call(shell.watchShell);
}
