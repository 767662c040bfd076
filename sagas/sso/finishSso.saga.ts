import { call, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { SsoProof } from '../../machines/sso';
import { port } from '../ports';

/** Completes the provider's half: what it sent the browser back with becomes an id token. */
export function* finishSso(): SagaGenerator<SsoProof> {
  const sso = yield* port('sso');
  const outcome = yield* call(sso.finish);
  if (outcome.kind === 'failed') {
    throw new CallFailed({ kind: 'sso', problem: outcome.problem, origin: outcome.origin });
  }
  return outcome.proof;
}
