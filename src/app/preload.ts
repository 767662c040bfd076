/** Fetches what comes after the sign-in form while the person types, one part at a time and only in idle moments. */
import { loadAnswers } from '../../sagas/http/answers.saga';
import { preloadShell } from '../../sagas/shell/runShell.saga';
import { whenIdle } from '../ports/whenIdle';
import { PasswordChange } from '../screens/passwordChange';
import { ResetPassword } from '../screens/passwordReset';
import { Shell } from '../screens/shell';
import { loadSchema } from '../screens/signIn/signIn.parts';
import { preloadSteps } from '../screens/signIn/steps';

/** In the order in which they may be needed. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => loadSchema().catch(() => undefined),
  () => loadAnswers().catch(() => undefined),
  preloadSteps,
  preloadShell,
  Shell.preload,
  ResetPassword.preload,
  PasswordChange.preload,
];

export async function preloadParts(): Promise<void> {
  for (const load of PARTS) {
    await whenIdle();
    await load();
  }
}
