/**
 * After a lost link, a visible tab probes the server until it answers, so that the page reconnects immediately. All
 * pages that lost the same server spread their return over the time that it had named.
 */
import { attempt } from '../../base/http/attempt.saga';
import { send } from '../../base/http/send.saga';
import { pause } from '../../base/clock.saga';
import { port } from '../../base/ports/ports';
import { call, put, race, select, take, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { machineMoved } from '../../base/runtime/machines.slice';
import { selectGrant } from '../../session/session.selectors';
import { peerLinkChanged, peerLinkDown } from '../../session/tabs/peers.saga';
import type { Action } from '@reduxjs/toolkit';
import { linkLost, selectRealtime, serverAnswered } from './realtime.slice';

/** The default spread, for a page without one from the server. */
export const USUAL_SPREAD_MS = 1_000;
const PROBE_EVERY_MS = 500;
/** Without an answer within this time the server counts as down. */
const PROBE_TIMEOUT_MS = 2_000;

/** Runs while someone is signed in. `spreadMs` is the spread that the server last sent to this tab. */
export function* watchForServer(spreadMs: () => number): SagaGenerator<void> {
  yield* takeLeading([linkLost, peerLinkDown], function* (lost) {
    const spread = peerLinkDown.match(lost) ? lost.payload.spreadMs : spreadMs();
    if (linkLost.match(lost)) yield* notifyFollowers(spread);
    yield* race({ probing: call(probe, spread), live: call(waitUntilLive) });
  });
}

/** Notifies the following tabs: one of them may be visible while this tab is hidden and its timers are slow. */
function* notifyFollowers(spreadMs: number): SagaGenerator<void> {
  const realtime = yield* select(selectRealtime);
  const grant = yield* select(selectGrant);
  const peers = yield* port('peers');
  if (grant && realtime?.tags.includes('following') === false)
    yield* call(peers.post, { type: 'linkDown', tokenIdentifier: grant.tokenIdentifier, spreadMs });
}

/** The leading tab has a connection, or this following tab shows again what is up to date. */
function* waitUntilLive(): SagaGenerator<void> {
  let wasStale = false;
  while (true) {
    const realtime = yield* select(selectRealtime);
    const isStale = realtime?.context.stale === true;
    if (wasStale && !isStale) return;
    wasStale = isStale;
    const action: Action = yield* take(isAboutLink);
    if (peerLinkChanged.match(action) ? !action.payload.stale : yield* select(selectIsLive)) return;
  }
}

const selectIsLive = (state: Parameters<typeof selectRealtime>[0]): boolean =>
  selectRealtime(state)?.tags.includes('live') === true;

const isAboutLink = (action: Action): boolean =>
  peerLinkChanged.match(action) || (machineMoved.match(action) && action.payload.machine === 'realtime');

/** If the server answers this often and the link is still down, probing stops; the usual attempts continue. */
const MAX_ANSWERS = 5;

/** When the server answers after an outage, the leading tab reconnects immediately. */
function* probe(spreadMs: number): SagaGenerator<void> {
  const page = yield* port('page');
  const random = yield* port('random');
  let wasAway = false;
  let answers = 0;
  while (answers < MAX_ANSWERS) {
    if (yield* call(page.isVisible)) {
      const isThere = yield* isServerThere();
      if (isThere && wasAway) yield* announceServer(spreadMs * (yield* call(random.next)));
      answers = isThere ? answers + 1 : 0;
      wasAway = !isThere;
    }
    // The more clients there are, the longer the interval.
    yield* call(pause, Math.max(PROBE_EVERY_MS, spreadMs / 2) * (0.5 + (yield* call(random.next))));
  }
}

function* announceServer(afterMs: number): SagaGenerator<void> {
  yield* call(pause, afterMs);
  yield* put(serverAnswered());
  const grant = yield* select(selectGrant);
  const peers = yield* port('peers');
  if (grant) yield* call(peers.post, { type: 'serverAnswered', tokenIdentifier: grant.tokenIdentifier });
}

/** A refusal proves that the server is up; an answer of a proxy does not. */
function* isServerThere(): SagaGenerator<boolean> {
  const { answered } = yield* race({
    answered: call(attempt<unknown>, send('serverReachable', {})),
    late: call(pause, PROBE_TIMEOUT_MS),
  });
  return answered !== undefined && (answered.failure === null || answered.failure.kind === 'refused');
}
