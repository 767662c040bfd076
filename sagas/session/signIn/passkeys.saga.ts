/** Signing in with a passkey, alone or after the password. Loaded when one is used. */
import { CallFailed } from '../../../machines/failure';
import type { PasskeyGrant } from '../../../machines/grant';
import type { SecretRef } from '../../../machines/references';
import type { Credentials } from '../../../machines/signIn/signIn.types';
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { send } from '../../base/http/send.saga';
import { port } from '../../base/ports/ports';
import { call, put, race, select, type SagaGenerator } from '../../base/runtime/effects';
import { finishPendingSignOut } from '../token/pendingSignOut.saga';
import { passkeyPicked } from './signIn.intents';
import { selectScreen } from './signIn.selectors';
import { checkTwoFactor, grantOf } from './signInCalls.saga';

/** The user confirms in the browser. Options work once; null fetches new ones. Throws CallFailed. */
export function* provePasskey({
  options,
  ...credentials
}: Credentials & { readonly options: string | null }): SagaGenerator<SecretRef> {
  const fresh = options ?? (yield* checkTwoFactor({ ...credentials, mail: false }))?.passkeyOptions ?? null;
  if (fresh === null) throw new CallFailed({ kind: 'passkey', problem: 'refused' });
  return yield* prove(fresh);
}

/**
 * The grant for a passkey alone: the one picked in the form, or the one chosen in the browser's dialog. Throws
 * CallFailed.
 */
export function* signInWithPasskey({ picked }: { readonly picked: SecretRef | null }): SagaGenerator<PasskeyGrant> {
  yield* finishPendingSignOut();
  const passkey = picked ?? (yield* askForPasskey());
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

function* askForPasskey(): SagaGenerator<SecretRef> {
  const { options } = yield* send('passkeySignInOptions', { body: {} });
  return yield* prove(options);
}

/** Shorter than the server accepts the options. */
const OPTIONS_LIVE_MS = 240_000;

/**
 * Has the browser offer passkeys in the user name field until one is picked. Failures are silent, because the form
 * works without.
 */
export function* offerPasskeys(): SagaGenerator<void> {
  const passkeys = yield* port('passkeys');
  while ((yield* select(selectScreen)) === 'signIn') {
    const { answer } = yield* attempt(send('passkeySignInOptions', { body: {} }));
    if (answer === null) return;
    const { outcome } = yield* race({
      outcome: call(passkeys.offer, answer.options),
      stale: call(pause, OPTIONS_LIVE_MS),
    });
    if (outcome?.kind === 'given') yield* put(passkeyPicked({ passkey: outcome.passkey }));
    if (outcome !== undefined) return;
  }
}

function* prove(options: string): SagaGenerator<SecretRef> {
  const passkeys = yield* port('passkeys');
  const outcome = yield* call(passkeys.get, options);
  if (outcome.kind === 'failed') throw new CallFailed({ kind: 'passkey', problem: outcome.problem });
  return outcome.passkey;
}
