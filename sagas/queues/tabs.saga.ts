/** What the queues tell the other tabs of the session, and the page itself. */
import { call, select, type SagaGenerator } from '../effects';
import { port, type SettledQueue } from '../ports';
import { selectGrant } from '../session/session.selectors';
import { pause } from '../time.saga';

/** For as long the old page may still stand there while the fresh one is on its way. */
const LEAVING_MS = 2_000;

export function* tellSettled(queue: SettledQueue, entityId: string): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'settled', tokenIdentifier: grant.tokenIdentifier, queue, entityId });
}

export function* reloadPage(): SagaGenerator<void> {
  const page = yield* port('page');
  yield* call(page.reload);
}

/** A page that is about to be replaced shows nothing more, and asks for nothing. */
export const letPageGo = (): SagaGenerator<void> => pause(LEAVING_MS);
