/** Runs the sign-in machine from an empty form to a known user. A service of the session machine. */
import { signInMachineFrom, type signInMachine } from '../../../machines/signIn/signIn.machine';
import type { NewSession, SignInEvent, SignInOutput } from '../../../machines/signIn/signIn.types';
import { pause } from '../../base/clock.saga';
import { port } from '../../base/ports';
import { call, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { fetchUser } from '../token/fetchUser.saga';
import { clearSecrets } from '../token/session.actions';
import { rememberSso } from '../token/ssoMemory.saga';
import { authenticateSso, finishSso, startSso } from './loadSso.saga';
import * as intents from './signIn.intents';
import {
  authenticate,
  changePassword,
  checkTwoFactor,
  endOtherSessions,
  giveUpSession,
  resendCode,
  resetPassword,
} from './signInCalls.saga';

const forwards: readonly Forward<SignInEvent>[] = [
  forward(intents.signInSubmitted, (form) => ({ type: 'SUBMIT', ...form })),
  forward(intents.codeSubmitted, ({ code }) => ({ type: 'SUBMIT_CODE', code })),
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
];

const BEGINNINGS = { start: 'startingSso', callback: 'finishingSso' } as const;

/** Returns the grant and its user once signed in; failures stay in the machine, where the user tries again. */
export function* signIn(): SagaGenerator<SignInOutput> {
  const page = yield* port('page');
  const preset = yield* call(page.signInDefaults);
  const sso = yield* port('sso');
  const askedSso = yield* call(sso.take);
  const last = yield* recallLastSignIn();
  return yield* call(runMachine<typeof signInMachine>, {
    name: 'signIn',
    machine: signInMachineFrom(askedSso === null ? 'credentials' : BEGINNINGS[askedSso.kind]),
    input: {
      userName: preset.userName ?? last.userName,
      organizationCode: preset.organizationCode ?? last.organizationCode,
      notice: null,
      sso: askedSso?.kind === 'start' ? askedSso.origin : null,
    },
    forwards,
    delay: pause,
    services: {
      checkTwoFactor,
      authenticate,
      resendCode,
      endOtherSessions,
      giveUpSession,
      storeSession,
      changePassword,
      fetchUser,
      resetPassword,
      startSso,
      finishSso,
      authenticateSso,
    },
    actions: { clearSecrets },
  });
}

/** The last user who signed in here, to fill the form. Unreadable storage counts as empty. */

export interface SignInNames {
  readonly userName: string;
  readonly organizationCode: string;
}

const NO_NAMES: SignInNames = { userName: '', organizationCode: '' };

/** Remembers who signed in, for the next sign-in here, and the session's single sign-on origin. */
export function* storeSession({ userName, organizationCode, sso }: NewSession): SagaGenerator<void> {
  yield* rememberSso(sso);
  const storage = yield* port('storage');
  yield* call(storage.write, 'lastSignIn', JSON.stringify({ userName, organizationCode }));
}

/** The last user name and organization code; empty if there are none. */
export function* recallLastSignIn(): SagaGenerator<SignInNames> {
  const storage = yield* port('storage');
  return parseNames(yield* call(storage.read, 'lastSignIn'));
}

/** The stored names; empty for null or text that is not theirs. */
export function parseNames(stored: string | null): SignInNames {
  try {
    const { userName, organizationCode } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    return typeof userName === 'string' && typeof organizationCode === 'string'
      ? { userName, organizationCode }
      : NO_NAMES;
  } catch {
    return NO_NAMES;
  }
}
