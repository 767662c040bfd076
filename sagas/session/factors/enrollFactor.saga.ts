/** Runs the enrollment of an authenticator app or a passkey, during sign-in or on the profile page. */
import type { ActionCreatorWithoutPayload } from '@reduxjs/toolkit';
import type { EndpointName } from '../../../contract/endpoints';
import type { Enrollment } from '../../../contract/identity/factors.endpoints';
import {
  enrollFactorMachine,
  type Enrolled,
  type EnrollFactorEvent,
  type NewApp,
} from '../../../machines/factors/enrollFactor.machine';
import { CallFailed } from '../../../machines/failure';
import type { SecretRef } from '../../../machines/references';
import { pause } from '../../base/clock.saga';
import type { CallAnswer, CallInput } from '../../base/http/http.types';
import { port } from '../../base/ports/ports';
import { call, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import * as intents from './enrollFactor.slice';

/** Sends a call with the token of the sign-in or of the session. Throws CallFailed. */
export type FactorCall = <K extends EndpointName>(name: K, input: CallInput<K>) => SagaGenerator<CallAnswer<K>>;

const forwards: readonly Forward<EnrollFactorEvent>[] = [
  forward(intents.enrollmentChosen, ({ enrollment }) => ({ type: 'CHOOSE', enrollment })),
  forward(intents.appCodeSubmitted, ({ code }) => ({ type: 'SUBMIT_APP_CODE', code })),
  forward(intents.enrollmentBackPressed, () => ({ type: 'BACK' })),
  forward(intents.recoveryCodesKept, () => ({ type: 'CODES_KEPT' })),
];

/**
 * Whether a factor was set up; false if it was closed, by the action `closed`. Secrets that were shown are removed by
 * then. Throws CallFailed (`sessionPending`) if the session must be taken over first.
 */
export function* enrollFactor(
  send: FactorCall,
  first: Enrollment | null,
  closed: ActionCreatorWithoutPayload = intents.enrollmentClosed,
): SagaGenerator<boolean> {
  const close = forward(closed, (): EnrollFactorEvent => ({ type: 'CLOSE' }));
  const secrets = yield* port('secrets');
  const held: SecretRef[] = [];
  try {
    const end = yield* call(runMachine<typeof enrollFactorMachine>, {
      name: 'enrollFactor',
      machine: enrollFactorMachine,
      input: { first },
      forwards: [...forwards, close],
      delay: pause,
      services: {
        *beginApp(): SagaGenerator<NewApp> {
          const { appSecret, appUri } = yield* send('appBegin', { body: {} });
          held.push(appSecret, appUri);
          return { appSecret, appUri };
        },
        *confirmApp({ code }): SagaGenerator<Enrolled> {
          held.push(code);
          return enrolled(yield* send('appConfirm', { body: { appCode: code } }), held);
        },
        *addPasskey(): SagaGenerator<Enrolled> {
          const { options } = yield* send('passkeyBegin', { body: {} });
          const passkeys = yield* port('passkeys');
          const made = yield* call(passkeys.create, options);
          if (made.kind === 'failed') throw new CallFailed({ kind: 'passkey', problem: made.problem });
          held.push(made.passkey);
          return enrolled(yield* send('passkeyAdd', { body: { passkey: made.passkey } }), held);
        },
      },
      actions: {},
    });
    if (end === 'pending') throw new CallFailed({ kind: 'sessionPending' });
    return end === 'done';
  } finally {
    yield* call(secrets.clear, held);
  }
}

function enrolled(
  { recoveryCodes = null }: { readonly recoveryCodes?: SecretRef | null },
  held: SecretRef[],
): Enrolled {
  if (recoveryCodes !== null) held.push(recoveryCodes);
  return { recoveryCodes };
}
