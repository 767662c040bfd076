/** Loads the next parts while the person types or waits, one at a time and only in idle moments. */
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

/** In the order in which they may be needed: people with a session may never see the form. */
const PARTS: Readonly<Record<PrerenderedPage, readonly Part[]>> = {
  'sign-in': [...OF_FORM, ...OF_SHELL, ...RARE],
  starting: [...OF_SHELL, ...OF_FORM, ...RARE],
};

/** Resolves when all are loaded. */
export async function preloadParts(page: PrerenderedPage): Promise<void> {
  for (const load of PARTS[page]) {
    await whenIdle();
    await load();
  }
}
