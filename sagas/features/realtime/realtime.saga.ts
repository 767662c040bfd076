/** The live connection while a user is signed in, and how the tabs of a browser share it. */
import { realtimeMachine, type RealtimeEvent } from '../../../machines/realtime/realtime.machine';
import { pause, backoff } from '../../base/clock.saga';
import { port } from '../../base/ports';
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { selectGrant } from '../../session/session.selectors';
import { peerLinkChanged, peerEventsReceived } from '../../session/tabs/peers.saga';
import { eventsReceived } from './realtime.events';
import { createLink, fetchTicket, type LinkUses } from './socketLink.saga';
import { browserOnline, pageLookedAt } from '../../base/pageSignals.saga';

const forwards: readonly Forward<RealtimeEvent>[] = [
  forward(browserOnline, () => ({ type: 'ONLINE' })),
  forward(pageLookedAt, () => ({ type: 'VISIBLE' })),
  forward(peerLinkChanged, ({ stale }) => ({ type: 'LEADER_SAID', stale })),
];

/** Runs while someone is signed in. The leading tab hands the lead on when this is cancelled. */
export function* watchRealtime(uses: LinkUses): SagaGenerator<void> {
  const peers = yield* port('peers');
  const link = createLink(uses);
  let letGo: (() => void) | null = null;
  yield* fork(hearPeers);
  try {
    yield* call(runMachine<typeof realtimeMachine>, {
      name: 'realtime',
      machine: realtimeMachine,
      input: undefined,
      forwards,
      delay: pause,
      services: {
        *waitForLead() {
          letGo = yield* call(peers.lead);
        },
        fetchTicket,
        openSocket: link.openSocket,
        catchUp: uses.catchUp,
        readLoop: link.readLoop,
        backoff,
      },
      actions: { closeSocket: link.closeSocket, notifyFollowers },
    });
  } finally {
    yield* link.closeSocket();
    (letGo as (() => void) | null)?.();
  }
}

function* notifyFollowers({ stale }: { readonly stale: boolean }): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'link', tokenIdentifier: grant.tokenIdentifier, stale });
}

/** Another tab of the same session leads, and passes on what it receives. */
function* hearPeers(): SagaGenerator<void> {
  yield* takeEvery(peerEventsReceived, function* ({ payload }) {
    yield* put(eventsReceived({ events: payload.events }));
  });
}
