/** The link to the server while somebody is signed in, and what the tabs of a browser tell each other about it. */
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../effects';
import { realtimeMachine, type RealtimeEvent } from '../../machines/realtime/realtime.machine';
import { forward, type Forward } from '../machine/forward';
import { runMachine } from '../machine/runMachine';
import { catchUp } from '../notifications/catchUp.saga';
import { eventsHeard } from '../notifications/notifications.events';
import { port } from '../ports';
import { peerLinkChanged, peerTold } from '../session/peers.events';
import { browserOnline, pageLookedAt } from '../session/session.events';
import { selectGrant } from '../session/session.selectors';
import { pause } from '../time.saga';
import { createLink, fetchTicket } from './link';
import { waitOut } from './waitOut.saga';

const forwards: readonly Forward<RealtimeEvent>[] = [
  forward(browserOnline, () => ({ type: 'ONLINE' })),
  forward(pageLookedAt, () => ({ type: 'VISIBLE' })),
  forward(peerLinkChanged, ({ stale }) => ({ type: 'LEADER_SAID', stale })),
];

export function* watchRealtime(): SagaGenerator<void> {
  const peers = yield* port('peers');
  const link = createLink();
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
        catchUp,
        pump: link.pump,
        waitOut,
      },
      actions: { closeSocket: link.closeSocket, tellFollowers },
    });
  } finally {
    yield* link.closeSocket();
    (letGo as (() => void) | null)?.();
  }
}

function* tellFollowers({ stale }: { readonly stale: boolean }): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'link', tokenIdentifier: grant.tokenIdentifier, stale });
}

/** Another tab of the same session leads and passes on what it hears; of another session it is no business of ours. */
function* hearPeers(): SagaGenerator<void> {
  yield* takeEvery(peerTold, function* ({ payload }) {
    const grant = yield* select(selectGrant);
    if (grant?.tokenIdentifier === payload.tokenIdentifier) yield* put(eventsHeard({ events: payload.events }));
  });
}
