/** The live connection while a user is signed in, and how the tabs of a browser share it. */
import { realtimeMachine, type RealtimeEvent } from '../../../machines/realtime/realtime.machine';
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
  leaderFellSilent,
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
  forward(peerLinkChanged, ({ stale }) =>
    stale ? { type: 'LEADER_REPORTED', stale } : { type: 'LEADER_RECONNECTED' },
  ),
  forward(peerLinkAnswered, ({ stale }) => ({ type: 'LEADER_REPORTED', stale })),
  forward(leaderFellSilent, () => ({ type: 'LEADER_SILENT' })),
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
      actions: { closeSocket: link.closeSocket, notifyFollowers },
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
/** Counted in questions, because a hidden tab may sleep for a minute between a question and its next timer. */
const UNANSWERED_MAX = 3;

/** A hidden tab's timers are slow, so a tab that becomes visible sends its request immediately. */
function* askLeader(): SagaGenerator<void> {
  const peers = yield* port('peers');
  const clock = yield* port('clock');
  let heardAt = yield* call(clock.now);
  let unanswered = 0;
  while (true) {
    const grant = yield* select(selectGrant);
    if (grant) yield* call(peers.post, { type: 'linkRequested', tokenIdentifier: grant.tokenIdentifier });
    const { report, lookedAt } = yield* race({
      report: take([peerLinkChanged, peerLinkAnswered]),
      late: call(pause, ASK_EVERY_MS),
      lookedAt: take(pageBecameVisible),
    });
    if (report) {
      heardAt = yield* call(clock.now);
      unanswered = 0;
      yield* race({ pause: call(pause, ASK_EVERY_MS), lookedAt: take(pageBecameVisible) });
    } else if (!lookedAt) {
      unanswered += 1;
      if (unanswered === UNANSWERED_MAX) yield* reportSilence(heardAt);
    }
  }
}

/** The feed is known to be current only up to the leader's last answer. */
function* reportSilence(heardAt: number): SagaGenerator<void> {
  yield* put(linkLost({ at: heardAt }));
  yield* put(leaderFellSilent());
}

/** Another tab of the same session leads, and passes on what it receives. */
function* handlePeers(): SagaGenerator<void> {
  yield* takeEvery(peerEventsReceived, function* ({ payload }) {
    yield* put(eventsReceived({ events: payload.events }));
  });
  yield* takeEvery([peerLinkChanged, peerLinkAnswered], function* ({ payload: { lostAt } }) {
    // The leading tab repeats it with every answer.
    if (lostAt !== null && lostAt !== (yield* select(selectLostAt))) yield* put(linkLost({ at: lostAt }));
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
