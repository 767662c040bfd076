/** Passkeys, enrollment, single sign-on and the sign-in methods: each is a chunk that is loaded when it is needed. */
import type { Action } from '@reduxjs/toolkit';
import type { Grant, PasskeyGrant, SsoGrant, SsoOrigin, SsoProof } from '../../../machines/grant';
import type { SecretRef } from '../../../machines/references';
import type { Credentials } from '../../../machines/signIn/signIn.types';
import { port } from '../../base/ports/ports';
import { call, select, takeLatest, type SagaGenerator, flush, race, take } from '../../base/runtime/effects';
import { machineMoved } from '../../base/runtime/machines.slice';
import { selectSignInMachine } from './signIn.selectors';
import { CallFailed } from '../../../machines/failure';
import type { SignedOutReason } from '../../../machines/session/session.types';
import { buffers } from 'redux-saga';
import { loadCode } from '../../base/retry.saga';
import { withActionChannel } from '../../base/withActionChannel.saga';
import { organizationTyped, returnToSignInRequested, signInMethodsRequested } from './signIn.intents';
import { callsOf } from './signInCalls.saga';
import type * as Methods from './signInMethods.saga';

/** Null if the chunk failed to load. */
const fetchPasskeys = () => import(/* webpackChunkName: "passkeys" */ './passkeys.saga').catch(() => null);
const fetchEnrollment = () =>
  import(/* webpackChunkName: "enrollment" */ '../factors/enrollFactor.saga').catch(() => null);
const fetchSso = () => import(/* webpackChunkName: "sso" */ './sso.saga').catch(() => null);

function* loaded<T>(fetch: () => Promise<T | null>): SagaGenerator<T> {
  const part = yield* call(fetch);
  if (part === null) throw new CallFailed({ kind: 'unreachable' });
  return part;
}

/** Proves the second factor with a passkey. Throws CallFailed, `unreachable` if the chunk does not load. */
export function* provePasskey(input: Credentials & { readonly options: string | null }): SagaGenerator<SecretRef> {
  return yield* call((yield* loaded(fetchPasskeys)).provePasskey, input);
}

/** Begins a session without a password. Throws CallFailed, `unreachable` if the chunk does not load. */
export function* signInWithPasskey(input: { readonly picked: SecretRef | null }): SagaGenerator<PasskeyGrant> {
  return yield* call((yield* loaded(fetchPasskeys)).signInWithPasskey, input);
}

/** While the form is idle, the browser offers passkeys in its user name field. */
export function* watchPasskeyOffers(): SagaGenerator<void> {
  yield* takeLatest(isSignInStep, offer);
}

const isSignInStep = (action: Action): boolean => machineMoved.match(action) && action.payload.machine === 'signIn';

/** Browsers without passkeys load nothing. After a refusal the browser does not offer them again by itself. */
function* offer(): SagaGenerator<void> {
  const signIn = yield* select(selectSignInMachine);
  if (!signIn?.tags.includes('credentials') || signIn.tags.includes('busy')) return;
  const { failure } = signIn.context;
  if (failure?.kind === 'passkey' && failure.problem === 'refused') return;
  const passkeys = yield* port('passkeys');
  if (!(yield* call(passkeys.offers))) return;
  const part = yield* call(fetchPasskeys);
  if (part !== null) yield* call(part.offerPasskeys);
}

/** Sets up a second factor with the token of the session just begun. False if the user leaves it. */
export function* enrollFactor(grant: Grant): SagaGenerator<boolean> {
  const { part } = yield* race({
    part: call(loaded<Awaited<ReturnType<typeof fetchEnrollment>> & object>, fetchEnrollment),
    left: take(returnToSignInRequested),
  });
  return part !== undefined && (yield* call(part.enrollFactor, callsOf(grant), null, returnToSignInRequested));
}

/** Sends the browser to the provider. Throws CallFailed if the page stays, `unreachable` if the chunk does not load. */
export function* startSso(origin: SsoOrigin): SagaGenerator<never> {
  return yield* call((yield* loaded(fetchSso)).startSso, origin);
}

/** Reads the provider's answer. Throws CallFailed, `unreachable` if the chunk does not load. */
export function* finishSso(): SagaGenerator<SsoProof> {
  return yield* call((yield* loaded(fetchSso)).finishSso);
}

/** Exchanges the provider's proof for a grant. Throws CallFailed, `unreachable` if the chunk does not load. */
export function* authenticateSso(proof: SsoProof): SagaGenerator<SsoGrant> {
  return yield* call((yield* loaded(fetchSso)).authenticateSso, proof);
}

interface Ending {
  readonly origin: SsoOrigin;
  readonly reason: SignedOutReason;
}

/** Ends the session at the provider, too, which replaces this page. Throws CallFailed if it stays. */
export function* endSso(ending: Ending): SagaGenerator<void> {
  yield* call((yield* loaded(fetchSso)).endSso, ending);
}

/** Loads the part that fetches the sign-in methods, with the first request. Requests made in the meantime are kept. */
export function* watchSignInMethods(): SagaGenerator<void> {
  const buffer = buffers.sliding<Methods.MethodsRequest>(2);
  const { methods, requests } = yield* withActionChannel(
    [signInMethodsRequested.type, organizationTyped.type],
    buffer,
    function* (arriving) {
      const first = yield* take(arriving);
      const methods = yield* call(
        loadCode<typeof Methods>,
        () => import(/* webpackChunkName: "sign-in-methods" */ './signInMethods.saga'),
      );
      return { methods, requests: [first, ...(yield* flush(arriving))] };
    },
  );
  yield* call(methods.followSignInMethods, requests);
}
