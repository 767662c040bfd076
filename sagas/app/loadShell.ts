/** The shell's code, a chunk that is fetched after sign-in. */
import type { ScreenId } from '../navigation/routes/route.types';

/** Rejects if the chunk cannot be fetched. */
export const fetchShell = () => import(/* webpackChunkName: "shell-sagas" */ './shell.saga');

/** Fetches it ahead of time. Never rejects: running the shell tries again. */
export const preloadShell = (): Promise<void> =>
  fetchShell().then(
    () => undefined,
    () => undefined,
  );

/**
 * Loads the sagas of a screen, so that its actions are not lost. Goes through the shell's sagas, which own these late
 * parts: no module is in two chunks. Rejects if a chunk cannot be fetched.
 */
export const sagasOf = async (screen: ScreenId): Promise<void> => (await fetchShell()).sagasOf(screen);
