/** What sign-in needs of passkeys and enrollment, loaded when it is needed. */
import { CallFailed } from '../../../machines/failure';
import type { Grant, PasskeyGrant } from '../../../machines/grant';
import type { SecretRef } from '../../../machines/references';
import type { Credentials } from '../../../machines/signIn/signIn.types';
import { send } from '../../base/http/send.saga';
import { call, type SagaGenerator } from '../../base/runtime/effects';

/** Null if the chunk failed to load. */
const fetchPasskeys = () => import(/* webpackChunkName: "passkeys" */ './passkeys.saga').catch(() => null);
const fetchEnrollment = () =>
  import(/* webpackChunkName: "enrollment" */ '../factors/enrollFactor.saga').catch(() => null);

function* loaded<T>(fetch: () => Promise<T | null>): SagaGenerator<T> {
  const part = yield* call(fetch);
  if (part === null) throw new CallFailed({ kind: 'unreachable' });
  return part;
}

/** Services of the sign-in machine. Each throws CallFailed, `unreachable` if the chunk does not load. */
export function* provePasskey(input: Credentials & { readonly options: string | null }): SagaGenerator<SecretRef> {
  return yield* call((yield* loaded(fetchPasskeys)).provePasskey, input);
}

/** Answers with a session begun without a password. Throws CallFailed, `unreachable` if the chunk does not load. */
export function* signInWithPasskey(): SagaGenerator<PasskeyGrant> {
  return yield* call((yield* loaded(fetchPasskeys)).signInWithPasskey);
}

/** Sets up a second factor with the token of the session just begun. */
export function* enrollFactor({ token }: Grant): SagaGenerator<void> {
  const { enrollFactor: enroll } = yield* loaded(fetchEnrollment);
  yield* call(enroll, (name, input) => send(name, input, token), null);
}
