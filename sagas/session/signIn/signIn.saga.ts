/** Runs the sign-in machine from an empty form to a known user. A service of the session machine. */
import { signInMachineFrom, type signInMachine } from '../../../machines/signIn/signIn.machine';
import type {
  NewSession,
  SignInEvent,
  SignInNotice,
  SignInOutput,
  SignInMethod,
} from '../../../machines/signIn/signIn.types';
import { pause } from '../../base/clock.saga';
import { port } from '../../base/ports/ports';
import { call, put, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { grantRenewed } from '../session.events';
import { fetchUserBy } from '../token/fetchUser.saga';
import { clearSecrets } from '../token/sessionMachine.actions';
import { saveSso } from '../token/storedSso.saga';
import { enrollFactor, provePasskey, signInWithPasskey, authenticateSso, finishSso, startSso } from './lateSignIn.saga';
import * as intents from './signIn.intents';
import type { OpenStep } from './signIn.selectors';
import {
  authenticate,
  callsOf,
  changePassword,
  checkTwoFactor,
  endOtherSessions,
  giveUpSession,
  resendCode,
  resetPassword,
  watchPendingSession,
} from './signInCalls.saga';
import { loadUnfinished } from './unfinished.saga';

const forwards: readonly Forward<SignInEvent>[] = [
  forward(intents.signInSubmitted, (form) => ({ type: 'SUBMIT', ...form })),
  forward(intents.passkeySignInRequested, () => ({ type: 'SIGN_IN_WITH_PASSKEY', picked: null })),
  forward(intents.passkeyPicked, ({ passkey }) => ({ type: 'SIGN_IN_WITH_PASSKEY', picked: passkey })),
  forward(intents.codeSubmitted, (proof) => ({ type: 'SUBMIT_CODE', ...proof })),
  forward(intents.passkeyProofRequested, ({ remember }) => ({ type: 'PROVE_PASSKEY', remember })),
  forward(intents.methodChosen, ({ method }) => ({ type: 'CHOOSE_METHOD', method })),
  forward(intents.codeResendRequested, () => ({ type: 'RESEND' })),
  forward(intents.returnToSignInRequested, () => ({ type: 'RETURN' })),
  forward(intents.takeoverAccepted, () => ({ type: 'ACCEPT_TAKEOVER' })),
  forward(intents.takeoverRejected, () => ({ type: 'REJECT_TAKEOVER' })),
  forward(intents.passwordResetOpened, () => ({ type: 'OPEN_RESET' })),
  forward(intents.passwordResetCancelled, () => ({ type: 'CANCEL_RESET' })),
  forward(intents.passwordResetSubmitted, ({ username, organizationCode }) => ({
    type: 'SUBMIT_RESET',
    userName: username,
    organizationCode,
  })),
  forward(intents.newPasswordSubmitted, ({ newPassword }) => ({ type: 'SUBMIT_NEW_PASSWORD', newPassword })),
  forward(intents.retryRequested, () => ({ type: 'RETRY' })),
  forward(grantRenewed, (grant) => ({ type: 'RENEWED', grant })),
];

const RELOADED_AT: Readonly<Record<OpenStep, SignInNotice | null>> = {
  twoFactor: 'reloadedAtCode',
  takeover: 'reloadedAtTakeover',
  passwordChange: 'reloadedAtPasswordChange',
  enrollment: 'reloadedAtEnrollment',
  // The session has begun: after a reload it is restored.
  failed: null,
};

const BEGINNINGS = { start: 'startingSso', callback: 'finishingSso' } as const;

/** Returns the grant and its user once signed in; failures stay in the machine, where the user tries again. */
export function* signIn(): SagaGenerator<SignInOutput> {
  const page = yield* port('page');
  const preset = yield* call(page.signInDefaults);
  const sso = yield* port('sso');
  const requestedSso = yield* call(sso.take);
  const unfinished = yield* loadUnfinished();
  const lastSignIn = yield* loadLastSignIn();
  const last = unfinished ?? lastSignIn;
  const organizationCode = preset.organizationCode ?? last.organizationCode;
  if (organizationCode !== '') yield* put(intents.signInMethodsRequested({ organizationCode, last: lastSignIn.way }));
  return yield* call(runMachine<typeof signInMachine>, {
    name: 'signIn',
    machine: signInMachineFrom(requestedSso === null ? 'credentials' : BEGINNINGS[requestedSso.kind]),
    input: {
      userName: preset.userName ?? last.userName,
      organizationCode,
      notice: unfinished === null ? (preset.fromSso ? 'fromSso' : null) : RELOADED_AT[unfinished.step],
      sso: requestedSso?.kind === 'start' ? requestedSso.origin : null,
    },
    forwards,
    delay: pause,
    services: {
      checkTwoFactor,
      authenticate,
      provePasskey,
      signInWithPasskey,
      enrollFactor,
      resendCode,
      watchPendingSession,
      endOtherSessions,
      giveUpSession,
      storeSession,
      changePassword,
      fetchUser: fetchUserBy(callsOf),
      resetPassword,
      startSso,
      finishSso,
      authenticateSso,
    },
    actions: { clearSecrets },
  });
}

/** The last user who signed in here, to fill the form. Unreadable storage counts as empty. */
export interface LastSignIn {
  readonly userName: string;
  readonly organizationCode: string;
  /** Null if it was not stored yet. */
  readonly way: SignInMethod | null;
}

const NO_SIGN_IN: LastSignIn = { userName: '', organizationCode: '', way: null };

/** Stores who signed in and how, for the next sign-in here, and the session's single sign-on origin. */
export function* storeSession({ userName, organizationCode, way, sso }: NewSession): SagaGenerator<void> {
  yield* saveSso(sso);
  const storage = yield* port('storage');
  yield* call(storage.write, 'lastSignIn', JSON.stringify({ userName, organizationCode, way }));
}

/** The last user who signed in here, and the method; empty if there was none. */
function* loadLastSignIn(): SagaGenerator<LastSignIn> {
  const storage = yield* port('storage');
  return parseNames(yield* call(storage.read, 'lastSignIn'));
}

const METHODS: readonly SignInMethod[] = ['password', 'passkey', 'sso'];

/** The stored names; empty for null or other text. */
export function parseNames(stored: string | null): LastSignIn {
  try {
    const { userName, organizationCode, way } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    return typeof userName === 'string' && typeof organizationCode === 'string'
      ? { userName, organizationCode, way: METHODS.find((each) => each === way) ?? null }
      : NO_SIGN_IN;
  } catch {
    return NO_SIGN_IN;
  }
}
