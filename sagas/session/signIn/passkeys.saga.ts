/** Signing in with a passkey, alone or beside the password. Loaded when one is used. */
import { CallFailed } from '../../../machines/failure';
import type { PasskeyGrant } from '../../../machines/grant';
import type { SecretRef } from '../../../machines/references';
import type { Credentials } from '../../../machines/signIn/signIn.types';
import { send } from '../../base/http/send.saga';
import { port } from '../../base/ports';
import { call, type SagaGenerator } from '../../base/runtime/effects';
import { finishPendingSignOut } from '../token/pendingSignOut.saga';
import { checkTwoFactor, grantOf } from './signInCalls.saga';

/** The person confirms in the browser. Options can be used once: null has new ones fetched. Throws CallFailed. */
export function* provePasskey({
  options,
  ...credentials
}: Credentials & { readonly options: string | null }): SagaGenerator<SecretRef> {
  const fresh = options ?? (yield* checkTwoFactor({ ...credentials, mail: false }))?.passkeyOptions ?? null;
  if (fresh === null) throw new CallFailed({ kind: 'passkey', problem: 'refused' });
  return yield* prove(fresh);
}

/** The grant by a passkey alone. Throws CallFailed. */
export function* signInWithPasskey(): SagaGenerator<PasskeyGrant> {
  yield* finishPendingSignOut();
  const { options } = yield* send('passkeySignInOptions', { body: {} });
  const passkey = yield* prove(options);
  const secrets = yield* port('secrets');
  try {
    const answer = yield* send('token', { body: { grant_type: 'password', passkey } });
    const { userName, organizationCode } = answer;
    if (userName === undefined || organizationCode === undefined) throw new CallFailed({ kind: 'badAnswer' });
    return { ...grantOf(answer), userName, organizationCode };
  } finally {
    yield* call(secrets.clear, [passkey]);
  }
}

function* prove(options: string): SagaGenerator<SecretRef> {
  const passkeys = yield* port('passkeys');
  const outcome = yield* call(passkeys.get, options);
  if (outcome.kind === 'failed') throw new CallFailed({ kind: 'passkey', problem: outcome.problem });
  return outcome.passkey;
}
