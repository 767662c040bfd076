/** The live connection while a user is signed in, and how the tabs of a browser share it. */
import {
  LEADER_SILENT_AFTER_MS,
  realtimeMachine,
  type RealtimeEvent,
} from '../../../machines/realtime/realtime.machine';
import { backoff } from '../../base/backoff.saga';
import { pause } from '../../base/clock.saga';
import { port } from '../../base/ports/ports';
import { call, fork, put, race, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { selectGrant } from '../../session/session.selectors';
import {
  peerChatReceived,
  peerEventsReceived,
  peerLinkAnswered,
  peerLinkRequested,
  peerLinkChanged,
  peerRecordsChanged,
  peerServerAnswered,
} from '../../session/tabs/peers.saga';
import { watchForServer } from './probeServer.saga';
import {
  chatChangesReceived,
  eventsReceived,
  linkLost,
  recordsChanged,
  selectLostAt,
  selectRealtime,
  serverAnswered,
} from './realtime.slice';
import { createLink, fetchTicket, type LinkUses } from './socketLink.saga';
import { browserOffline, browserOnline, pageBecameVisible } from '../../base/pageSignals.saga';

const forwards: readonly Forward<RealtimeEvent>[] = [
  forward(browserOnline, () => ({ type: 'ONLINE' })),
  forward(browserOffline, () => ({ type: 'OFFLINE' })),
  forward(pageBecameVisible, () => ({ type: 'VISIBLE' })),
  forward(serverAnswered, () => ({ type: 'ANSWERED' })),
  forward(peerServerAnswered, () => ({ type: 'ANSWERED' })),
  forward(peerLinkChanged, ({ stale }) => ({ type: 'LEADER_REPORTED', stale })),
  forward(peerLinkAnswered, ({ stale }) => ({ type: 'LEADER_REPORTED', stale })),
];

/** Runs while someone is signed in. When it is cancelled, the leading tab releases the lead. */
export function* watchRealtime(uses: LinkUses): SagaGenerator<void> {
  const peers = yield* port('peers');
  const link = createLink(uses);
  let releaseLead: (() => void) | null = null;
  yield* fork(handlePeers);
  yield* fork(watchForServer, link.spreadMs);
  try {
    yield* call(runMachine<typeof realtimeMachine>, {
      name: 'realtime',
      machine: realtimeMachine,
      input: undefined,
      forwards,
      delay: pause,
      services: {
        *waitForLead() {
          releaseLead = yield* call(peers.lead);
        },
        askLeader,
        fetchTicket,
        openSocket: link.openSocket,
        catchUp: uses.catchUp,
        readLoop: link.readLoop,
        backoff,
      },
      actions: { closeSocket: link.closeSocket, notifyFollowers, reportSilence },
    });
  } finally {
    yield* link.closeSocket();
    (releaseLead as (() => void) | null)?.();
  }
}

function* notifyFollowers({ stale }: { readonly stale: boolean }): SagaGenerator<void> {
  yield* postLink('link', stale);
}

function* postLink(type: 'link' | 'linkAnswer', stale: boolean): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  const lostAt = stale ? yield* select(selectLostAt) : null;
  if (grant) yield* call(peers.post, { type, tokenIdentifier: grant.tokenIdentifier, stale, lostAt });
}

const ASK_EVERY_MS = 1_000;

/** A hidden tab's timers are slow, so a tab that becomes visible sends its request immediately. */
function* askLeader(): SagaGenerator<void> {
  const peers = yield* port('peers');
  while (true) {
    const grant = yield* select(selectGrant);
    if (grant) yield* call(peers.post, { type: 'linkRequested', tokenIdentifier: grant.tokenIdentifier });
    yield* race({ pause: call(pause, ASK_EVERY_MS), lookedAt: take(pageBecameVisible) });
  }
}

/** The feed is known to be current only up to the leader's last answer. */
function* reportSilence(): SagaGenerator<void> {
  const clock = yield* port('clock');
  yield* put(linkLost({ at: (yield* call(clock.now)) - LEADER_SILENT_AFTER_MS }));
}

/** Another tab of the same session leads, and passes on what it receives. */
function* handlePeers(): SagaGenerator<void> {
  yield* takeEvery(peerEventsReceived, function* ({ payload }) {
    yield* put(eventsReceived({ events: payload.events }));
  });
  yield* takeEvery([peerLinkChanged, peerLinkAnswered], function* ({ payload: { lostAt } }) {
    if (lostAt !== null) yield* put(linkLost({ at: lostAt }));
  });
  yield* takeEvery(peerLinkRequested, function* () {
    const realtime = yield* select(selectRealtime);
    if (realtime && !realtime.tags.includes('following')) yield* postLink('linkAnswer', realtime.context.stale);
  });
  yield* takeEvery(peerChatReceived, function* ({ payload }) {
    yield* put(chatChangesReceived({ changes: payload.changes }));
  });
  yield* takeEvery(peerRecordsChanged, function* ({ payload }) {
    yield* put(recordsChanged({ ids: payload.ids }));
  });
}
