/** What the sign-in screens show. */
import { createSelector } from 'reselect';
import type { Failure } from '../../../machines/failure';
import { retryDelayMs } from '../../../machines/session/session.setup';
import type { SessionContext } from '../../../machines/session/session.types';
import type { SignInContext } from '../../../machines/signIn/signIn.types';
import type { MachineProjection } from '../../base/runtime/machines.slice';
import { selectSession } from '../session.selectors';
import { failureText } from '../../base/http/failureText';
import { noticeText, noticeTone, SIGN_OUT_PENDING, signedOutText } from './signIn.texts';
import { machineSelector } from '../../base/runtime/machines.slice';
import type { SecondFactor } from '../../../contract/identity/access.endpoints';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import type { WithMachines } from '../../base/runtime/machines.slice';
import type { SignInMethodsState } from './signInMethods.slice';

export { selectUser } from '../session.selectors';

export type Screen = 'starting' | 'unreachable' | 'signIn' | 'sso' | 'passwordChange' | 'home';
export type SignInStep = 'credentials' | 'twoFactor' | 'takeover' | 'enrollment' | 'finishing' | 'failed';

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
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly errorId: number;
  readonly notice: Notice | null;
  /** Epoch ms before which the server refuses further calls. */
  readonly retryAt: number | null;
}

/** The runtime configuration that the server wrote into the page. */
export const selectConfig = (state: { readonly config: RuntimeConfig }) => state.config;

/** The rules for a new password, a sentence beside the field. */
export const selectPasswordRules = ({ config }: { readonly config: RuntimeConfig }): string =>
  `At least ${config.passwordMinLength} characters; your organization may ask for more. None of the passwords that many people use, and not your name or that of your organization.`;

/** The sign-in machine's projection; undefined before the first sign-in. */
export const selectSignInMachine = machineSelector<SignInContext>('signIn');

const hasTag = (projection: MachineProjection | undefined, tag: string) => projection?.tags.includes(tag) ?? false;

/** The screen to show; the machines decide it, not the address. */
export const selectScreen = (state: WithMachines): Screen => {
  const session = selectSession(state);
  if (hasTag(session, 'active')) return 'home';
  if (hasTag(session, 'unreachable')) return 'unreachable';
  if (!hasTag(session, 'signedOut')) return 'starting';
  const signIn = selectSignInMachine(state);
  if (hasTag(signIn, 'sso')) return 'sso';
  return hasTag(signIn, 'passwordChange') ? 'passwordChange' : 'signIn';
};

/** Whether the session is being ended, at the server or at its identity provider. */
export const selectIsEnding = (state: WithMachines): boolean => hasTag(selectSession(state), 'ending');

/** The steps after the form that the user may leave again. */
export const OPEN_STEPS = ['twoFactor', 'takeover', 'failed', 'passwordChange', 'enrollment'] as const;
export type OpenStep = (typeof OPEN_STEPS)[number];

/** The step after the form that is shown; null on the form, and while a call runs that may change the step. */
export const selectOpenStep = (state: WithMachines): OpenStep | null => {
  if (!hasTag(selectSession(state), 'signedOut')) return null;
  const signIn = selectSignInMachine(state);
  return hasTag(signIn, 'busy') ? null : (OPEN_STEPS.find((step) => hasTag(signIn, step)) ?? null);
};

/**
 * Whether the steps after the form are over: the form is shown, the user is signed in, or only the user's data is being
 * fetched.
 */
export const selectStepsAreOver = (state: WithMachines): boolean => {
  if (hasTag(selectSession(state), 'active')) return true;
  const signIn = selectSignInMachine(state);
  return (
    hasTag(selectSession(state), 'signedOut') && (hasTag(signIn, 'credentials') || signIn?.value === 'fetchingUser')
  );
};

const STEPS: readonly SignInStep[] = ['credentials', 'twoFactor', 'takeover', 'enrollment', 'finishing', 'failed'];

function stepOf(projection: MachineProjection | undefined): SignInStep {
  return STEPS.find((step) => hasTag(projection, step)) ?? 'credentials';
}

function retryAtOf(failure: Failure | null | undefined): number | null {
  return failure && 'retryAt' in failure ? failure.retryAt : null;
}

/** If the session ended during sign-in, the sentence for its reason, as for one in use. */
const sentenceOf = (failure: Failure): string | null =>
  failure.kind === 'sessionEnded' ? signedOutText(failure.reason) : failureText(failure);

/** The sign-in form and its steps. Errors are sentences. */
export const selectSignIn = createSelector([selectSignInMachine, selectSession], (signIn, session): SignInView => {
  const context = signIn?.context;
  const failure = hasTag(signIn, 'reset') ? null : context?.failure;
  return {
    step: stepOf(signIn),
    busy: hasTag(signIn, 'busy') && !hasTag(signIn, 'reset'),
    userName: context?.userName ?? '',
    organizationCode: context?.organizationCode ?? '',
    error: failure ? sentenceOf(failure) : null,
    errorId: context?.failureCount ?? 0,
    notice: noticeOf(context, session?.context),
    retryAt: retryAtOf(failure),
  };
});

/** A failure of this form replaces the reason why it is shown, but not the warning that a sign-out is unfinished. */
function noticeOf(context: SignInContext | undefined, session: SessionContext | undefined): Notice | null {
  if (context?.notice) return { tone: noticeTone(context.notice), text: noticeText(context.notice) };
  if (session?.pendingSignOut) return { tone: 'warning', text: SIGN_OUT_PENDING };
  if (context?.failure || context?.password || context?.grant) return null;
  const reason = session?.reason ?? null;
  const text = signedOutText(reason);
  return text === null ? null : { tone: reason === 'signed_out' ? 'info' : 'warning', text };
}

const NO_METHODS: readonly SecondFactor[] = [];

/** The chosen method and the others, the code's recipient, and the resend button: `resendAt` is epoch ms. */
export const selectTwoFactor = createSelector([selectSignInMachine], (signIn) => {
  const challenge = signIn?.context.challenge;
  const region = (signIn?.value as { readonly twoFactor?: { readonly resend: string } } | undefined)?.twoFactor;
  const failure = signIn?.context.resendFailure;
  return {
    method: signIn?.context.method ?? 'mail',
    methods: challenge?.methods ?? NO_METHODS,
    mayRemember: challenge?.mayRemember ?? false,
    sentTo: challenge?.sentTo ?? null,
    resendAt: challenge?.resendAt ?? 0,
    resendState: (region?.resend ?? 'cooling') as 'cooling' | 'ready' | 'sending',
    resendError: failure ? failureText(failure) : null,
  };
});

/** After signing out here the user may still be signed in at the identity provider. */
export const selectCanLeaveProvider = (state: WithMachines): boolean => {
  const session = selectSession(state);
  return hasTag(session, 'signedOut') && (session?.context.sso ?? null) !== null;
};

/** The user's other session, which a takeover would end; null if there is none. */
export const selectTakeover = (state: WithMachines) => selectSignInMachine(state)?.context.grant?.otherSession ?? null;

/** The dialog that mails a temporary password. */
export const selectPasswordReset = createSelector([selectSignInMachine], (signIn) => {
  const open = hasTag(signIn, 'reset');
  const failure = open ? signIn?.context.failure : null;
  return { open, busy: open && hasTag(signIn, 'busy'), error: failure ? failureText(failure) : null };
});

/** The forced change of a generated password. */
export const selectPasswordChange = createSelector([selectSignInMachine], (signIn) => ({
  busy: hasTag(signIn, 'busy'),
  error: signIn?.context.failure ? failureText(signIn.context.failure) : null,
  errorId: signIn?.context.failureCount ?? 0,
}));

/** Shown while the server is unreachable; the app retries by itself. */
export const selectUnreachable = createSelector([selectSession], (session) => {
  const attempts = session?.context.attempts ?? 0;
  return { attempts, retryMs: retryDelayMs(attempts) };
});

/** Absent until the part is loaded. */
interface WithSignInMethods {
  readonly methods?: SignInMethodsState;
}

/** The single sign-on of the form's organization; null if it has none. */
export const selectSingleSignOn = ({ methods }: WithSignInMethods) => methods?.offer ?? null;

/** Whether the last sign-in on this device was with a passkey alone. */
export const selectPasskeyIsFirst = ({ methods }: WithSignInMethods): boolean => methods?.last === 'passkey';
