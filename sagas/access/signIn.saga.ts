/** Runs the sign-in machine from an empty form to a known user. A service of the session machine. */
import { call, type SagaGenerator } from '../effects';
import { signInMachineFrom, type signInMachine } from '../../machines/signIn/signIn.machine';
import type { SignInEvent, SignInOutput } from '../../machines/signIn/signIn.types';
import { forward, type Forward } from '../machine/forward';
import { runMachine } from '../machine/runMachine';
import { port } from '../ports';
import { authenticateSso, finishSso, startSso } from '../sso/loadSso.saga';
import { fetchUser } from '../session/fetchUser.saga';
import { wipe } from '../session/session.actions';
import { pause } from '../time.saga';
import * as intents from './access.intents';
import { authenticate } from './authenticate.saga';
import { checkTwoFactor } from './checkTwoFactor.saga';
import { recallLastSignIn, storeSession } from './lastSignIn.saga';
import { changePassword, resetPassword } from './password.saga';
import { resendCode } from './resendCode.saga';
import { endOtherSessions, giveUpSession } from './takeover.saga';

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

export function* signIn(): SagaGenerator<SignInOutput> {
  const page = yield* port('page');
  const asked = yield* call(page.askedFor);
  const sso = yield* port('sso');
  const askedSso = yield* call(sso.take);
  const last = yield* recallLastSignIn();
  return yield* call(runMachine<typeof signInMachine>, {
    name: 'signIn',
    machine: signInMachineFrom(askedSso === null ? 'credentials' : BEGINNINGS[askedSso.kind]),
    input: {
      userName: asked.userName ?? last.userName,
      organizationCode: asked.organizationCode ?? last.organizationCode,
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
    actions: { wipe },
  });
}
