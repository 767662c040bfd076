/** What the sign-in screens render. */
import { createSelector } from 'reselect';
import type { Failure } from '../../machines/failure';
import { retryDelayMs } from '../../machines/session/session.setup';
import type { SignInContext } from '../../machines/signIn/signIn.types';
import type { MachineProjection } from '../machine/projection';
import { selectSession } from '../session/session.selectors';
import type { AppState } from '../state';
import { failureText, noticeText, signedOutText } from './access.texts';

export { selectUser } from '../session/session.selectors';

export type Screen = 'starting' | 'unreachable' | 'signIn' | 'sso' | 'passwordChange' | 'home';
export type SignInStep = 'credentials' | 'twoFactor' | 'takeover' | 'finishing' | 'failed';

export interface Notice {
  readonly tone: 'positive' | 'info' | 'warning';
  readonly text: string;
}

export interface SignInView {
  readonly step: SignInStep;
  readonly busy: boolean;
  readonly userName: string;
  readonly organizationCode: string;
  readonly error: string | null;
  /** Grows with each failure, so that a repeated sentence is announced again. */
  readonly errorId: number;
  readonly notice: Notice | null;
  /** Epoch ms before which the server does not want to be asked again. */
  readonly retryAt: number | null;
}

export const selectConfig = (state: AppState) => state.config;

export const selectSignInMachine = (state: AppState) =>
  state.machines['signIn'] as MachineProjection<SignInContext> | undefined;

const hasTag = (projection: MachineProjection | undefined, tag: string) => projection?.tags.includes(tag) ?? false;

export const selectScreen = (state: AppState): Screen => {
  const session = selectSession(state);
  if (hasTag(session, 'active')) return 'home';
  if (hasTag(session, 'unreachable')) return 'unreachable';
  if (!hasTag(session, 'signedOut')) return 'starting';
  const signIn = selectSignInMachine(state);
  if (hasTag(signIn, 'sso')) return 'sso';
  return hasTag(signIn, 'passwordChange') ? 'passwordChange' : 'signIn';
};

const STEPS: readonly SignInStep[] = ['credentials', 'twoFactor', 'takeover', 'finishing', 'failed'];

function stepOf(projection: MachineProjection | undefined): SignInStep {
  return STEPS.find((step) => hasTag(projection, step)) ?? 'credentials';
}

function retryAtOf(failure: Failure | null | undefined): number | null {
  return failure && 'retryAt' in failure && failure.kind !== 'locked' ? failure.retryAt : null;
}

export const selectSignIn = createSelector([selectSignInMachine, selectSession], (signIn, session): SignInView => {
  const context = signIn?.context;
  const failure = hasTag(signIn, 'reset') ? null : context?.failure;
  return {
    step: stepOf(signIn),
    busy: hasTag(signIn, 'busy') && !hasTag(signIn, 'reset'),
    userName: context?.userName ?? '',
    organizationCode: context?.organizationCode ?? '',
    error: failure ? failureText(failure) : null,
    errorId: context?.failureCount ?? 0,
    notice: noticeOf(context, session?.context.reason ?? null),
    retryAt: retryAtOf(failure),
  };
});

/** What just happened in this form goes before why the form is there; the first try answers the latter. */
function noticeOf(context: SignInContext | undefined, reason: Parameters<typeof signedOutText>[0]): Notice | null {
  if (context?.notice) return { tone: 'positive', text: noticeText(context.notice) };
  if (context?.failure || context?.password || context?.grant) return null;
  const text = signedOutText(reason);
  return text === null ? null : { tone: reason === 'signed_out' ? 'info' : 'warning', text };
}

export const selectTwoFactor = createSelector([selectSignInMachine], (signIn) => {
  const challenge = signIn?.context.challenge;
  const region = (signIn?.value as { readonly twoFactor?: { readonly resend: string } } | undefined)?.twoFactor;
  const failure = signIn?.context.resendFailure;
  return {
    sentTo: challenge?.sentTo ?? null,
    resendAt: challenge?.resendAt ?? 0,
    resendState: (region?.resend ?? 'cooling') as 'cooling' | 'ready' | 'sending',
    resendError: failure ? failureText(failure) : null,
  };
});

/** Who has just signed out here may still be signed in at the identity provider. */
export const selectCanLeaveProvider = (state: AppState): boolean => {
  const session = selectSession(state);
  return hasTag(session, 'signedOut') && (session?.context.sso ?? null) !== null;
};

export const selectTakeover = (state: AppState) => selectSignInMachine(state)?.context.grant?.otherSession ?? null;

export const selectPasswordReset = createSelector([selectSignInMachine], (signIn) => {
  const open = hasTag(signIn, 'reset');
  const failure = open ? signIn?.context.failure : null;
  return { open, busy: open && hasTag(signIn, 'busy'), error: failure ? failureText(failure) : null };
});

export const selectPasswordChange = createSelector([selectSignInMachine], (signIn) => ({
  busy: hasTag(signIn, 'busy'),
  error: signIn?.context.failure ? failureText(signIn.context.failure) : null,
  errorId: signIn?.context.failureCount ?? 0,
}));

/** Shown while the server is out of reach; the app tries again by itself. */
export const selectUnreachable = createSelector([selectSession], (session) => {
  const attempts = session?.context.attempts ?? 0;
  return { attempts, retryMs: retryDelayMs(attempts) };
});
