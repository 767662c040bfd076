/** Fetches what comes after the sign-in form while the person types, one part at a time and only in idle moments. */
import { loadAnswers } from '../../sagas/http/answers.saga';
import { whenIdle } from '../ports/whenIdle';
import { Home } from '../screens/home';
import { PasswordChange } from '../screens/passwordChange';
import { ResetPassword } from '../screens/passwordReset';
import { loadSchema } from '../screens/signIn/signIn.parts';
import { preloadSteps } from '../screens/signIn/steps';

/** In the order in which they may be needed. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => loadSchema().catch(() => undefined),
  () => loadAnswers().catch(() => undefined),
  preloadSteps,
  Home.preload,
  ResetPassword.preload,
  PasswordChange.preload,
];

export async function preloadParts(): Promise<void> {
  for (const load of PARTS) {
    await whenIdle();
    await load();
  }
}
