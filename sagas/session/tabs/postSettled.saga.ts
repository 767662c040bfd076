/** Notifies the other tabs that an item no longer needs action. */
import { port } from '../../base/ports/ports';
import type { SettledQueue } from '../../base/ports/peers';
import { call, select, type SagaGenerator } from '../../base/runtime/effects';
import { selectGrant } from '../session.selectors';

/** Notifies the other tabs of this session that an entry of a queue is settled. */
export function* postSettled(queue: SettledQueue, entityId: string): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'settled', tokenIdentifier: grant.tokenIdentifier, queue, entityId });
}
