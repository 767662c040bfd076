/** What the single sign-on screen renders. */
import { createSelector } from 'reselect';
import { selectSignInMachine } from '../access/access.selectors';
import { ssoText } from './sso.texts';

export interface SsoView {
  readonly phase: 'leaving' | 'returning' | 'failed';
  readonly organizationCode: string | null;
  readonly error: string | null;
  /** Grows with each failure, so that a repeated sentence is announced again. */
  readonly errorId: number;
  /** Whether it is known where to begin again. */
  readonly canRetry: boolean;
  /** Epoch ms before which the server does not want to be asked again. */
  readonly retryAt: number | null;
}

export const selectSso = createSelector([selectSignInMachine], (signIn): SsoView => {
  const context = signIn?.context;
  const organizationCode = context?.sso?.organizationCode ?? null;
  const failure = context?.failure ?? null;
  const failed = signIn?.value === 'ssoFailed';
  return {
    phase: failed ? 'failed' : signIn?.value === 'startingSso' ? 'leaving' : 'returning',
    organizationCode,
    error: failed && failure ? ssoText(failure, organizationCode) : null,
    errorId: context?.failureCount ?? 0,
    canRetry: organizationCode !== null,
    retryAt: failure && 'retryAt' in failure && failure.kind !== 'locked' ? failure.retryAt : null,
  };
});
