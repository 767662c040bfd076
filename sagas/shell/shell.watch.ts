/** Everything that runs while somebody is signed in and looks at the shell. A file of its own, fetched after sign-in. */
import { fork, type SagaGenerator } from '../effects';
import { watchNavigation } from './navigation/navigate.saga';

export { shellReducer } from './shell.reducer';

export function* watchShell(): SagaGenerator<void> {
  yield* fork(watchNavigation);
}
