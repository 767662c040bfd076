/** Loads the shared board: immediately shows what colleagues do, and says so if that is not known. */
import type { Action } from '@reduxjs/toolkit';
import { buffers, type Channel, type Task } from 'redux-saga';
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { pageBecameVisible } from '../../base/pageSignals.saga';
import { port } from '../../base/ports/ports';
import { call, cancel, flush, fork, put, race, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { withActionChannel } from '../../base/withActionChannel.saga';
import { request } from '../../session/token/request.saga';
import { recordsChanged } from '../realtime/realtime.slice';
import { pageFound, snapshotArrived } from '../notifications/feed/feed.slice';
import { findLeftOut, leftOut, reachOf, type Reach } from './leftOutEntries.saga';
import { boardLeft, boardOpened } from './liveBoard.slice';
import { watchBoardChanges } from './boardChanges.saga';
import { boardOutdated, boardStateArrived, boardStateRequested, selectBoardEntries } from './boardEntries.slice';

/** Changes by several users are shown together. */
const DEBOUNCE_MS = 100;
/** All boards of an organization learn of a change at the same moment: the more people, the more their loads spread. */
const SPREAD_MS_PER_PERSON = 8;
/** The server notifies a board for at least 45 s after it was loaded, so it reloads within that time. */
const POLL_MS = 20_000;
/** One load in this many fetches the whole state, which also has new colleagues; the others fetch only changes. */
const WHOLE_EVERY = 30;
/** A failed load is soon repeated, so what was loaded within this time is not called out of date. */
const OUTDATED_AFTER_MS = 60_000;
/** After these, what is shown may be out of date. */
const RELOAD_TRIGGERS = [recordsChanged, pageBecameVisible, snapshotArrived, pageFound, boardStateRequested].map(
  ({ type }) => type,
);

/** Also of an earlier visit to the board, whose alarms are shown until they are loaded again. */
interface LastLoad {
  /** Epoch ms; null: none has succeeded. */
  at: number | null;
}

/** Runs with the sagas of the board, which have added its reducers. */
export function* watchBoardEntries(): SagaGenerator<void> {
  yield* fork(watchBoardChanges);
  const lastLoad: LastLoad = { at: null };
  let keeping: Task | null = null;
  while (true) {
    const action = yield* take([boardOpened.type, boardLeft.type]);
    if (keeping !== null) yield* cancel(keeping);
    keeping = boardOpened.match(action) ? yield* fork(keepShared, lastLoad) : null;
  }
}

/**
 * The only one that loads the state, so no answer replaces a later one. After a failure it reloads with the next round;
 * what is shown stays, and is soon called out of date.
 */
function* keepShared(lastLoad: LastLoad): SagaGenerator<void> {
  // Buffers signs of changes that arrive during a load, because its answer may lack these changes.
  yield* withActionChannel(RELOAD_TRIGGERS, buffers.expanding<Action>(4), (signs) => reloadAfter(signs, lastLoad));
}

function* reloadAfter(signs: Channel<Action>, lastLoad: LastLoad): SagaGenerator<never> {
  let since = null as string | null;
  let loads = 0;
  let reach: Reach = { upTo: 0, isFull: false, asked: new Set() };
  let changed = undefined as Action | undefined;
  const refusedIds = new Set<string>();
  while (true) {
    const others = yield* flush(signs);
    const seen = [...(changed === undefined ? [] : [changed]), ...(Array.isArray(others) ? others : [])];
    // A snapshot may bring notifications that colleagues have acknowledged before.
    if (loads % WHOLE_EVERY === 0 || seen.some(snapshotArrived.match)) since = null;
    for (const sign of seen)
      if (boardStateRequested.match(sign) && sign.payload) refusedIds.add(sign.payload.notificationId);
    const { answer } = yield* attempt(request('boardState', { query: since === null ? {} : { since } }));
    const now = yield* call((yield* port('clock')).now);
    if (answer === null) yield* reportOutdated(lastLoad.at, now);
    else {
      lastLoad.at = now;
      yield* put(boardStateArrived(answer));
      since = answer.asOf;
      loads += 1;
      reach = (yield* reachOf(answer)) ?? reach;
      yield* findLeftOut(reach, refusedIds);
    }
    const next = yield* race({
      changed: call(awaitBoardChange, signs, reach),
      waited: call(pause, POLL_MS),
    });
    changed = next.changed;
  }
}

/** What is shown may be out of date, unless it was loaded a moment ago. */
function* reportOutdated(since: number | null, now: number): SagaGenerator<void> {
  if (since === null || now - since >= OUTDATED_AFTER_MS) yield* put(boardOutdated({ since }));
}

/**
 * Waits for a change of this board and a random delay, so that boards do not load at once. Returns the action.
 */
function* awaitBoardChange(signs: Channel<Action>, reach: Reach): SagaGenerator<Action> {
  while (true) {
    const action = yield* take(signs);
    if (pageFound.match(action) && (yield* leftOut(reach)).length === 0) continue;
    const { boardId, people } = yield* select(selectBoardEntries);
    const isOfBoard = recordsChanged.match(action);
    if (isOfBoard && (boardId === null || !action.payload.ids.includes(boardId))) continue;
    yield* call(pause, DEBOUNCE_MS);
    if (isOfBoard) {
      const random = yield* port('random');
      const spreadMs = people.length * SPREAD_MS_PER_PERSON * (yield* call(random.next));
      // The user's own press does not wait for others.
      yield* race({ spread: call(pause, spreadMs), own: take(boardStateRequested) });
    }
    return action;
  }
}
