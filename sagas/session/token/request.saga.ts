/**
 * The pipeline of every call of the signed-in app.
 *
 * A call remembers the generation of its token. Refused as expired, it is sent again with a newer token if there is
 * one, and otherwise waits for the renewal of that generation. It is sent at most twice.
 */
import type { EndpointName } from '../../../contract/endpoints';
import { CallFailed } from '../../../machines/failure';
import type { Grant } from '../../../machines/grant';
import { endpointOf } from '../../base/http/endpointOf';
import type { CallAnswer, CallInput } from '../../base/http/http.types';
import { endpointCatalog, send } from '../../base/http/send.saga';
import { port } from '../../base/ports/ports';
import { call, put, race, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { sessionLeft } from '../activeSession.saga';
import { callEndedSession, callRefused, renewalFailed, tokenRejected, tokenRenewed } from '../session.events';
import { selectGrant } from '../session.selectors';

/** How long (ms) a call waits for a new token before it fails as unreachable. */
const TIMEOUT_MS = 15_000;

interface RequestOptions {
  /** A refusal is shown by the caller, without leaving the page. */
  readonly stays?: true;
}

/**
 * Calls an endpoint with the token of the current session and returns its answer.
 *
 * @throws CallFailed
 */
export function* request<K extends EndpointName>(
  name: K,
  input: CallInput<K>,
  options: RequestOptions = {},
): SagaGenerator<CallAnswer<K>> {
  // Loaded before the token is chosen, because the token may be replaced in the meantime.
  yield* endpointCatalog(name);
  const { auth } = endpointOf(name);
  if (auth !== 'bearer' && auth !== 'pending') return yield* send(name, input);
  const grant = yield* currentGrant();
  try {
    return yield* send(name, input, grant.token);
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.kind !== 'tokenExpired')
      throw yield* reported(error, grant, options);
  }
  const fresh = yield* newerThan(grant);
  try {
    return yield* send(name, input, fresh.token);
  } catch (error) {
    // A second expiry fails this call only: it neither loops nor signs the user out.
    if (error instanceof CallFailed && error.failure.kind === 'tokenExpired')
      throw new CallFailed({ kind: 'unauthorized' });
    throw yield* reported(error, fresh, options);
  }
}

function* currentGrant(): SagaGenerator<Grant> {
  const grant = yield* select(selectGrant);
  if (!grant) throw new CallFailed({ kind: 'sessionEnded', reason: 'signed_out' });
  return grant;
}

/** Reports what the failure means for the session or the user's permissions, unless another session has begun since. */
function* reported(error: unknown, grant: Grant, { stays }: RequestOptions): SagaGenerator<unknown> {
  if (!(error instanceof CallFailed)) return error;
  const { failure } = error;
  const now = yield* select(selectGrant);
  if (now?.tokenIdentifier !== grant.tokenIdentifier) return error;
  if (failure.kind === 'sessionEnded') yield* put(callEndedSession({ reason: failure.reason }));
  if (failure.kind === 'unauthorized' && !stays) yield* put(callRefused());
  return error;
}

function* newerThan(used: Grant): SagaGenerator<Grant> {
  const now = yield* currentGrant();
  // A late answer to a call of the previous session must not reach the next user.
  if (now.tokenIdentifier !== used.tokenIdentifier) throw new CallFailed({ kind: 'sessionEnded', reason: 'revoked' });
  if (now.generation > used.generation) return now;
  const clock = yield* port('clock');
  yield* put(tokenRejected({ generation: used.generation }));
  const { renewed, failed, left } = yield* race({
    renewed: take(tokenRenewed),
    failed: take(renewalFailed),
    left: take(sessionLeft),
    timedOut: call(clock.delay, TIMEOUT_MS),
  });
  if (renewed || left) return yield* currentGrant();
  throw new CallFailed(failed ? failed.payload.failure : { kind: 'unreachable' });
}
