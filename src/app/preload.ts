/** Fetches what comes next while the person types or waits, one part at a time and only in idle moments. */
import { loadAnswers } from '../../sagas/http/answers.saga';
import { preloadShell } from '../../sagas/shell/runShell.saga';
import { whenIdle } from '../ports/whenIdle';
import { PasswordChange } from '../screens/passwordChange';
import { ResetPassword } from '../screens/passwordReset';
import { Shell } from '../screens/shell';
import { loadSchema } from '../screens/signIn/signIn.parts';
import { preloadSteps } from '../screens/signIn/steps';
import type { PrerenderedPage } from './prerendered';

type Part = () => Promise<unknown>;

const OF_FORM: readonly Part[] = [() => loadSchema().catch(() => undefined), preloadSteps];
const OF_SHELL: readonly Part[] = [() => loadAnswers().catch(() => undefined), preloadShell, Shell.preload];
const RARE: readonly Part[] = [ResetPassword.preload, PasswordChange.preload];

/** In the order in which they may be needed: whoever comes with a session may never see the form. */
const PARTS: Readonly<Record<PrerenderedPage, readonly Part[]>> = {
  'sign-in': [...OF_FORM, ...OF_SHELL, ...RARE],
  starting: [...OF_SHELL, ...OF_FORM, ...RARE],
};

export async function preloadParts(page: PrerenderedPage): Promise<void> {
  for (const load of PARTS[page]) {
    await whenIdle();
    await load();
  }
}
