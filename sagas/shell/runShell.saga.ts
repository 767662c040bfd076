/** Fetches the shell's code once somebody is signed in, and runs it until they leave. */
import { call, race, take, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { browserOnline } from '../session/session.events';
import { pause } from '../time.saga';

const RETRY_MS = 3_000;

const fetchShell = () => import(/* webpackChunkName: "shell-sagas" */ './shell.watch');
/** Ahead of time, in an idle moment. Failing says nothing: running it tries again. */
export const preloadShell = (): Promise<void> =>
  fetchShell().then(
    () => undefined,
    () => undefined,
  );

/** Null where the file did not come. */
const fetched = () => fetchShell().catch(() => null);

export function* runShell(): SagaGenerator<void> {
  const parts = yield* port('parts');
  let shell = yield* call(fetched);
  while (shell === null) {
    yield* race({ waited: call(pause, RETRY_MS), online: take(browserOnline) });
    shell = yield* call(fetched);
  }
  yield* call(parts.add<'shell'>, 'shell', shell.shellReducer);
  yield* call(shell.watchShell);
}
