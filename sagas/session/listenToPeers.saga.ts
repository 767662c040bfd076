import { call, put, select, take, takeEvery, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { peerEvent, peerWantsToken } from './peers.events';
import { selectGrant } from './session.selectors';

/** Turns the messages of other tabs into actions, and hands over a token another tab is waiting for. */
export function* listenToPeers(): SagaGenerator<void> {
  const peers = yield* port('peers');
  yield* takeEvery(peerWantsToken, handOverToken);
  const messages = yield* call(peers.messages);
  while (true) yield* put(peerEvent(yield* take(messages)));
}

function* handOverToken({ payload }: ReturnType<typeof peerWantsToken>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (grant?.tokenIdentifier !== payload.tokenIdentifier || grant.generation <= payload.newerThan) return;
  const peers = yield* port('peers');
  yield* call(peers.post, { type: 'renewed', grant });
}
