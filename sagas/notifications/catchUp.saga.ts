/** Fetches what happened since the last event known, however much that is. Throws CallFailed. */
import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { selectUser } from '../session/session.selectors';
import { caughtUp, eventsArrived, snapshotArrived } from './notifications.events';
import { selectFeed } from './notifications.selectors';
import type { FeedState } from './notifications.state';

export function* catchUp(): SagaGenerator<void> {
  yield* fetchMissed();
  yield* put(caughtUp());
}

function* fetchMissed(): SagaGenerator<void> {
  while (true) {
    const before = yield* select(selectFeed);
    const sequence = yield* fetchPart(before);
    const { sequence: reached, early } = yield* select(selectFeed);
    // What was heard during a call may have left a gap of its own; where a call brings nothing, another one will not.
    const isWhole = reached >= sequence && early.length === 0;
    if (isWhole || (before.known && reached === before.sequence)) return;
  }
}

/** One call's worth; answers how far the server is. */
function* fetchPart(feed: FeedState): SagaGenerator<number> {
  if (!feed.known) return yield* fetchSnapshot();
  const { events, sequence, reset } = yield* call(request<'notificationsSince'>, 'notificationsSince', {
    params: { sequence: String(feed.sequence) },
  });
  if (reset) return yield* fetchSnapshot(sequence < feed.sequence);
  yield* put(eventsArrived({ events, live: false }));
  return sequence;
}

/** `isRewound`: the server no longer knows of what is known here, as after its database was restored. */
function* fetchSnapshot(isRewound = false): SagaGenerator<number> {
  const snapshot = yield* call(request<'userNotifications'>, 'userNotifications', { body: yield* reader() });
  yield* put(snapshotArrived(isRewound ? { snapshot, isRewound: true } : { snapshot }));
  return snapshot.sequence;
}

/** Whom the notification calls are about. */
export function* reader(): SagaGenerator<{ readonly userId: string; readonly context: string }> {
  const user = yield* select(selectUser);
  if (user === null) throw new CallFailed({ kind: 'sessionEnded', reason: 'signed_out' });
  const { context } = yield* call(request<'notificationContext'>, 'notificationContext', {});
  return { userId: user.userId, context };
}

/** For whoever cannot do anything about a failure: the link's own machine tries again. */
export function* catchUpQuietly(): SagaGenerator<void> {
  try {
    yield* catchUp();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
