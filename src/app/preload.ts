/** Loads the next parts while the person types or waits, usually one at a time and only in idle moments. */
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import { whenIdle } from '../ports/idle';
import { Shell } from '../screens/frame';
import { PasswordChange, ResetPassword, loadSchema, preloadSteps } from '../screens/signIn/lazyParts';
import type { PrerenderedPage } from './prerendered';
import { preloadShell } from '../../sagas/app/loadShell';

type Part = () => Promise<unknown>;

const OF_FORM: readonly Part[] = [() => loadSchema().catch(() => undefined), preloadSteps];
const OF_SHELL: readonly Part[] = [() => loadEndpointCatalog().catch(() => undefined), preloadShell, Shell.preload];
const RARE: readonly Part[] = [ResetPassword.preload, PasswordChange.preload];

/** Resolves when all are loaded. */
export async function preloadParts(page: PrerenderedPage): Promise<void> {
  const hasSession = page === 'starting';
  // While the server checks the session, which probably exists.
  if (hasSession) await Promise.all(OF_SHELL.map((load) => load()));
  for (const load of [...OF_FORM, ...(hasSession ? [] : OF_SHELL), ...RARE]) {
    await whenIdle();
    await load();
  }
}
