/** Separate from the other selectors of the sign-in, because it is loaded with the two-factor step. */
import type { WithMachines } from '../../base/runtime/machines.slice';
import { selectSignInMachine } from './signIn.selectors';

/** Whether the server is checking the proof, and may have opened a session: there is no way back until it answers. */
export const selectIsVerifying = (state: WithMachines): boolean => {
  const step = selectSignInMachine(state)?.value as { readonly twoFactor?: { readonly code: string } } | undefined;
  return step?.twoFactor?.code === 'verifying';
};
