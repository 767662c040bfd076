/** Fetches the shell's code once somebody is signed in, and runs it until they leave. */
import { call, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { fetched } from './parts/fetched.saga';
import type { ScreenId } from './routes/route.types';
import type * as Shell from './shell.watch';

const fetchShell = () => import(/* webpackChunkName: "shell-sagas" */ './shell.watch');
/** Ahead of time, in an idle moment. Failing says nothing: running it tries again. */
export const preloadShell = (): Promise<void> =>
  fetchShell().then(
    () => undefined,
    () => undefined,
  );

/**
 * A screen is of no use before its sagas: nobody would hear what is pressed. Asked by way of the shell's sagas, whose late
 * parts these are: what both have in common is in no file twice.
 */
export const sagasOf = async (screen: ScreenId): Promise<void> => (await fetchShell()).sagasOf(screen);

export function* runShell(): SagaGenerator<void> {
  const parts = yield* port('parts');
  const shell = yield* call(fetched<typeof Shell>, fetchShell);
  yield* call(parts.add<'shell'>, 'shell', shell.shellReducer);
  yield* call(shell.watchShell);
}
