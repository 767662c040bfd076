import { call, type SagaGenerator } from '../../base/runtime/effects';
import { CallFailed } from '../../../machines/failure';
import type { SignedOutReason } from '../../../machines/session/session.types';
import type { SsoGrant, SsoOrigin, SsoProof } from '../../../machines/grant';

const fetchSso = () => import(/* webpackChunkName: "sso" */ './sso.saga');
/** Null if the chunk failed to load. */
const fetched = () => fetchSso().catch(() => null);

function* loadSso(): SagaGenerator<Awaited<ReturnType<typeof fetchSso>>> {
  const sso = yield* call(fetched);
  if (sso === null) throw new CallFailed({ kind: 'unreachable' });
  return sso;
}

/**
 * Services of the machines: each loads the chunk and runs its saga. Each throws CallFailed, `unreachable` if the chunk
 * does not load.
 */
export function* startSso(origin: SsoOrigin): SagaGenerator<never> {
  return yield* call((yield* loadSso()).startSso, origin);
}

/** Reads what the provider sent back. Throws CallFailed, `unreachable` if the chunk does not load. */
export function* finishSso(): SagaGenerator<SsoProof> {
  return yield* call((yield* loadSso()).finishSso);
}

/** Exchanges the provider's proof for a grant. Throws CallFailed. */
export function* authenticateSso(proof: SsoProof): SagaGenerator<SsoGrant> {
  return yield* call((yield* loadSso()).authenticateSso, proof);
}

interface Ending {
  readonly origin: SsoOrigin;
  readonly reason: SignedOutReason;
}

/** Ends the session at the provider, too. Throws CallFailed. */
export function* endSso(ending: Ending): SagaGenerator<void> {
  yield* call((yield* loadSso()).endSso, ending);
}
