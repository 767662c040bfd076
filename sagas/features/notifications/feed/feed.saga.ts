/** Keeps the feed up to date: applies received events, and fetches missing ones. */
import { buffers, type Channel } from 'redux-saga';
import type { NotificationEvent } from '../../../../contract/notifications/notification';
import { CallFailed } from '../../../../machines/failure';
import { pause } from '../../../base/clock.saga';
import { call, flush, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { selectUser } from '../../../session/session.selectors';
import { hasGap, type FeedState } from './feed';
import { eventsReceived } from '../../realtime/realtime.slice';
import {
  caughtUp,
  eventsApplied,
  gapFound,
  missedUnreadable,
  snapshotArrived,
  selectFeed,
  selectIsInUse,
} from './feed.slice';
import { attempt } from '../../../base/http/attempt.saga';
import { retryUntilAnswered } from '../../../base/retry.saga';
import { withActionChannel } from '../../../base/withActionChannel.saga';
import type { BodyOf } from '../../../../contract/endpoints';
import { request } from '../../../session/token/request.saga';

/** Fetches the events after the last known one. Throws CallFailed. */
export function* catchUp(): SagaGenerator<void> {
  try {
    yield* fetchMissed();
  } catch (error) {
    if (error instanceof CallFailed && error.failure.kind === 'badAnswer') yield* put(missedUnreadable());
    throw error;
  }
  yield* put(caughtUp());
}

function* fetchMissed(): SagaGenerator<void> {
  while (true) {
    const before = yield* select(selectFeed);
    const sequence = yield* fetchPart(before);
    const { sequence: reached, pending, needsSnapshot } = yield* select(selectFeed);
    // Events received during a call may leave another gap; a call without new events ends the loop.
    const isComplete = reached >= sequence && pending.length === 0 && !needsSnapshot;
    if (isComplete || (before.known && reached === before.sequence)) return;
  }
}

/** One call; returns the server's last sequence. */
function* fetchPart(feed: FeedState): SagaGenerator<number> {
  if (!feed.known || feed.needsSnapshot) return yield* fetchSnapshot();
  const { events, sequence, reset } = yield* request('notificationsSince', {
    params: { sequence: String(feed.sequence) },
  });
  if (reset) return yield* fetchSnapshot(sequence < feed.sequence);
  yield* applyEvents(events, false);
  return sequence;
}

/** Applies events to the feed. `live`: they have just happened. */
function* applyEvents(events: readonly NotificationEvent[], live: boolean): SagaGenerator<void> {
  const isInUse = yield* select(selectIsInUse);
  yield* put(eventsApplied(isInUse ? { events, live, isInUse } : { events, live }));
}

/** Applies the events in an answer; a gap before them is reported. */
export function* applyWritten(events: readonly NotificationEvent[]): SagaGenerator<void> {
  yield* applyEvents(events, false);
  if (hasGap(yield* select(selectFeed))) yield* put(gapFound());
}

/** `isRewound`: the server has lost events known here, as after restoring its database. */
function* fetchSnapshot(isRewound = false): SagaGenerator<number> {
  const snapshot = yield* request('userNotifications', { body: yield* reader() });
  const { known, sequence } = yield* select(selectFeed);
  const isAfterGap = known && sequence !== snapshot.sequence;
  yield* put(
    snapshotArrived({ snapshot, ...(isRewound && { isRewound: true }), ...(isAfterGap && { isAfterGap: true }) }),
  );
  return snapshot.sequence;
}

/** The reader, as the notification calls identify them. Throws CallFailed. */
export function* reader(): SagaGenerator<{ readonly userId: string; readonly context: string }> {
  const user = yield* select(selectUser);
  if (user === null) throw new CallFailed({ kind: 'sessionEnded', reason: 'signed_out' });
  const { context } = yield* request('notificationContext', {});
  return { userId: user.userId, context };
}

/** Fetches what is missing, however long the server is unreachable or busy: nothing else of this tab may try again. */
export function* bringUpToDate(): SagaGenerator<void> {
  yield* attempt(retryUntilAnswered(catchUp, { sooner: [gapFound] }));
}

const COALESCE_MS = 250;

type Received = ReturnType<typeof eventsReceived>;

/** Applies what the socket brings, in bursts, so that a flood is drawn four times a second. */
export function* applyReceived(): SagaGenerator<void> {
  yield* withActionChannel(eventsReceived.type, buffers.expanding<Received>(64), applyInBursts);
}

function* applyInBursts(received: Channel<Received>): SagaGenerator<never> {
  while (true) {
    const first = yield* take(received);
    const others = yield* flush(received);
    const actions = Array.isArray(others) ? [first, ...others] : [first];
    yield* applyEvents(
      actions.flatMap(({ payload }) => payload.events),
      true,
    );
    if (hasGap(yield* select(selectFeed))) yield* put(gapFound());
    yield* call(pause, COALESCE_MS);
  }
}

/** A change of one notification; omitted fields stay. */
export type StateChange = BodyOf<'changeNotifications'>['changes'][number];

/** Changes at most `STATE_CHANGES_MAX` states on the server, and applies the resulting events. Throws CallFailed. */
export function* changeNotifications(changes: readonly StateChange[]): SagaGenerator<void> {
  const body = { ...(yield* reader()), changes };
  yield* applyWritten((yield* request('changeNotifications', { body })).events);
}
