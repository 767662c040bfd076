/** Fetches what happened since the last event known, however much that is. Throws CallFailed. */
import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { selectUser } from '../session/session.selectors';
import { caughtUp, eventsArrived, snapshotArrived } from './notifications.events';
import { selectFeed } from './notifications.selectors';

export function* catchUp(): SagaGenerator<void> {
  yield* fetchMissed();
  yield* put(caughtUp());
}

function* fetchMissed(): SagaGenerator<void> {
  while (true) {
    const feed = yield* select(selectFeed);
    if (!feed.known) return yield* fetchSnapshot();
    const { events, sequence, reset } = yield* call(request<'notificationsSince'>, 'notificationsSince', {
      params: { sequence: String(feed.sequence) },
    });
    if (reset) return yield* fetchSnapshot(sequence < feed.sequence);
    yield* put(eventsArrived({ events, live: false }));
    if (events.length === 0 || (yield* select(selectFeed)).sequence >= sequence) return;
  }
}

/** `isRewound`: the server no longer knows of what is known here, as after its database was restored. */
function* fetchSnapshot(isRewound = false): SagaGenerator<void> {
  const snapshot = yield* call(request<'userNotifications'>, 'userNotifications', { body: yield* reader() });
  yield* put(snapshotArrived(isRewound ? { snapshot, isRewound: true } : { snapshot }));
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
