/** Texts for all outcomes of single sign-on. Failures it shares with other calls have the usual texts. */
import { createSelector } from 'reselect';
import type { Failure } from '../../../machines/failure';
import type { SsoProblem } from '../../../machines/grant';
import { failureText } from '../../base/http/failureText';
import { selectConfig, selectSignInMachine } from './signIn.selectors';

/**
 * `organizationCode` is the requested organization; null if unknown. The sentence names a link only if there is one.
 */
export function ssoText(failure: Failure, organizationCode: string | null, hasSignUp: boolean): string {
  switch (failure.kind) {
    case 'sso':
      return problemText(failure.problem, organizationCode, hasSignUp);
    // The user typed nothing that could be incorrect.
    case 'badCredentials':
      return failureText({ kind: 'unknown', status: null });
    default:
      return failureText(failure);
  }
}

const WITH_SIGN_UP = 'Please click the Sign Up link to create a new account.';
const WITHOUT_SIGN_UP = 'Please ask an administrator of your organization for an account.';

function problemText(problem: SsoProblem, organizationCode: string | null, hasSignUp: boolean): string {
  switch (problem) {
    case 'unknownPerson':
      return `Email address not found. ${hasSignUp ? WITH_SIGN_UP : WITHOUT_SIGN_UP}${matchAdvice(organizationCode)}`;
    case 'notSetUp':
      return 'Single sign-on is not set up for this organization. Please check the address you were given, or sign in with your password.';
    case 'lost':
      return 'This sign-in was interrupted, or was begun in another tab or browser. Please start single sign-on again.';
    case 'mismatch':
      return 'The answer that came back does not belong to the sign-in that was begun here, so it was not used. Please start single sign-on again.';
    case 'expired':
      return 'This sign-in took longer than 10 minutes. Please start single sign-on again.';
    case 'denied':
      return 'The sign-in was cancelled at your identity provider. Please try again, or sign in with your password.';
    case 'providerFailed':
      return 'Your identity provider could not complete the sign-in. Please try again; if it happens again, contact Administrator.';
    case 'providerUnreachable':
      return 'Your identity provider cannot be reached at the moment. Please check your connection, or try again in a few minutes.';
    case 'unproven':
      return 'The answer of your identity provider could not be verified. Please start single sign-on again; if it happens again, contact Administrator.';
  }
}

function matchAdvice(organizationCode: string | null): string {
  return organizationCode === null
    ? ''
    : ` Please make sure that your email address at the identity provider matches the one of your account in ${organizationCode}.`;
}

/** What the single sign-on screen shows. */
export interface SsoView {
  readonly phase: 'leaving' | 'returning' | 'failed';
  readonly organizationCode: string | null;
  readonly error: string | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly errorId: number;
  /** Where users without an account can get one; null unless that is the problem. */
  readonly signUpUrl: string | null;
  /** Whether the start address is known. */
  readonly canRetry: boolean;
  /** Epoch ms before which the server refuses further calls. */
  readonly retryAt: number | null;
}

/** The single sign-on screen: leaving, returning, or why it failed. */
export const selectSso = createSelector([selectSignInMachine, selectConfig], (signIn, config): SsoView => {
  const context = signIn?.context;
  const organizationCode = context?.sso?.organizationCode ?? null;
  const failure = context?.failure ?? null;
  const failed = signIn?.value === 'ssoFailed';
  const hasNoAccount = failed && failure?.kind === 'sso' && failure.problem === 'unknownPerson';
  return {
    phase: failed ? 'failed' : signIn?.value === 'startingSso' ? 'leaving' : 'returning',
    organizationCode,
    error: failed && failure ? ssoText(failure, organizationCode, config.signUpUrl !== undefined) : null,
    signUpUrl: (hasNoAccount ? config.signUpUrl : undefined) ?? null,
    errorId: context?.failureCount ?? 0,
    canRetry: organizationCode !== null,
    retryAt: failure && 'retryAt' in failure ? failure.retryAt : null,
  };
});
