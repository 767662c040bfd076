/**
 * The pipeline every call of the signed-in app goes through.
 *
 * A call remembers the generation of the token it was sent with. Refused as expired, it goes again at once if a newer
 * token is there by then, and otherwise joins the one renewal of that generation. It goes at most twice.
 */
import { call, put, race, select, take, type SagaGenerator } from '../effects';
import type { EndpointName } from '../../contract';
import { CallFailed } from '../../machines/failure';
import type { Grant } from '../../machines/grant';
import { port } from '../ports';
import { callEndedSession, callRefused, renewalFailed, tokenRejected, tokenRenewed } from '../session/session.events';
import { selectGrant } from '../session/session.selectors';
import { sessionLeft } from '../session/whileActive.saga';
import { answers } from './answers.saga';
import type { CallAnswer, CallInput } from './http.types';
import { send } from './send.saga';

/** A call waits this long for a new token before it reports that the server is out of reach. */
const PATIENCE_MS = 15_000;

/** Calls an endpoint as whoever is signed in. Throws CallFailed. */
export function* request<K extends EndpointName>(name: K, input: CallInput<K>): SagaGenerator<CallAnswer<K>> {
  const { endpoints } = yield* answers();
  if (endpoints[name].auth !== 'bearer' && endpoints[name].auth !== 'pending') return yield* send(name, input);
  const grant = yield* currentGrant();
  try {
    return yield* send(name, input, grant.token);
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.kind !== 'tokenExpired') throw yield* reported(error, grant);
  }
  const fresh = yield* newerThan(grant);
  try {
    return yield* send(name, input, fresh.token);
  } catch (error) {
    // Expired again at once is this call's own trouble: it neither loops nor signs anybody out.
    if (error instanceof CallFailed && error.failure.kind === 'tokenExpired')
      throw new CallFailed({ kind: 'unauthorized' });
    throw yield* reported(error, fresh);
  }
}

function* currentGrant(): SagaGenerator<Grant> {
  const grant = yield* select(selectGrant);
  if (!grant) throw new CallFailed({ kind: 'sessionEnded', reason: 'signed_out' });
  return grant;
}

/** What an answer says about the session or the person's rights is told on, unless another session is there by now. */
function* reported(error: unknown, grant: Grant): SagaGenerator<unknown> {
  if (!(error instanceof CallFailed)) return error;
  const { failure } = error;
  const now = yield* select(selectGrant);
  if (now?.tokenIdentifier !== grant.tokenIdentifier) return error;
  if (failure.kind === 'sessionEnded') yield* put(callEndedSession({ reason: failure.reason }));
  if (failure.kind === 'unauthorized') yield* put(callRefused());
  return error;
}

function* newerThan(used: Grant): SagaGenerator<Grant> {
  const now = yield* currentGrant();
  // A late answer to a call of the session before must not run under the next user's name.
  if (now.tokenIdentifier !== used.tokenIdentifier) throw new CallFailed({ kind: 'sessionEnded', reason: 'revoked' });
  if (now.generation > used.generation) return now;
  const clock = yield* port('clock');
  yield* put(tokenRejected({ generation: used.generation }));
  const { renewed, failed, left } = yield* race({
    renewed: take(tokenRenewed),
    failed: take(renewalFailed),
    left: take(sessionLeft),
    patience: call(clock.delay, PATIENCE_MS),
  });
  if (renewed || left) return yield* currentGrant();
  throw new CallFailed(failed ? failed.payload.failure : { kind: 'unreachable' });
}
