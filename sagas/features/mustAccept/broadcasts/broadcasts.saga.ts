/** The queue of broadcasts that must be accepted. */
import type { Action } from '@reduxjs/toolkit';
import {
  broadcastQueueMachine,
  type BroadcastQueueEvent,
  type QueuedBroadcast,
} from '../../../../machines/broadcastQueue/broadcastQueue.machine';
import { CallFailed } from '../../../../machines/failure';
import { pause } from '../../../base/clock.saga';
import { port } from '../../../base/ports/ports';
import {
  call,
  cancel,
  fork,
  join,
  put,
  select,
  spawn,
  take,
  takeEvery,
  takeLeading,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { forward, type Forward } from '../../../base/runtime/forward';
import { machineMoved } from '../../../base/runtime/machines.slice';
import { runMachine } from '../../../base/runtime/runMachine';
import { currentUser, sessionLeft } from '../../../session/activeSession.saga';
import { selectSession } from '../../../session/session.selectors';
import { peerSettled } from '../../../session/tabs/peers.saga';
import { postSettled } from '../../../session/tabs/postSettled.saga';
import { request } from '../../../session/token/request.saga';
import { download } from '../../documents/download.saga';
import { eventsApplied } from '../../notifications/feed/feed.slice';
import { recordsChanged } from '../../realtime/realtime.slice';
import { keepPending } from '../queues/keepPending.saga';
import { awaitReload, loadIds, reloadPage, saveIds } from '../queues/storedQueue.saga';
import { selectPendingBroadcasts } from './broadcasts.selectors';
import {
  broadcastAccepted,
  broadcastAcceptedElsewhere,
  broadcastArrived,
  broadcastDocumentRequested,
  broadcastsLoaded,
  broadcastsOutdated,
} from './broadcasts.slice';
import { queuedFrom } from './live.rules';
import { watchPreview } from './preview.saga';
import { signOutRequested } from '../../../session/session.events';
import { attempt } from '../../../base/http/attempt.saga';

const forwards: readonly Forward<BroadcastQueueEvent>[] = [
  forward(broadcastsLoaded, (list) => ({ type: 'LOADED', ...list })),
  forward(broadcastArrived, ({ item }) => ({ type: 'ARRIVED', item })),
  forward(broadcastAcceptedElsewhere, ({ entityId }) => ({ type: 'ACCEPTED_ELSEWHERE', entityId })),
  forward(broadcastAccepted, ({ entityId }) => ({ type: 'ACCEPT', entityId })),
];

/**
 * Runs while someone is signed in: shows broadcasts to accept, one at a time, and removes those accepted in other tabs.
 * `hasUnsavedWork` selects whether a reload would lose input.
 */
export function* watchBroadcasts<S>(hasUnsavedWork: (state: S) => boolean): SagaGenerator<void> {
  yield* takeEvery(eventsApplied, handleEvents);
  yield* takeEvery(peerSettled, handlePeer);
  yield* takeEvery(recordsChanged, handleChanges);
  yield* takeLeading(broadcastDocumentRequested, downloadDocument);
  yield* fork(watchPreview);
  const acceptBroadcast = createAcceptance();
  // If the new page does not come, this one continues with a new queue.
  while (true) {
    const queue = yield* fork(runMachine<typeof broadcastQueueMachine>, {
      name: 'broadcastQueue',
      machine: broadcastQueueMachine,
      input: undefined,
      forwards,
      delay: pause,
      services: { acceptBroadcast, lookForUnsavedWork: () => select(hasUnsavedWork) },
      actions: { remember: savePending, notifyTabs, reloadPage, signOut },
    });
    const keeper = yield* fork(keepPending<QueuedBroadcast>, {
      fetch: fetchBroadcasts,
      selectPending: selectPendingBroadcasts,
      loaded: broadcastsLoaded,
      isNews: () => false,
      isOutdated: broadcastsOutdated.match,
    });
    yield* join(queue);
    yield* cancel(keeper);
    yield* awaitReload();
  }
}

function* handleEvents({ payload: { events, live } }: ReturnType<typeof eventsApplied>): SagaGenerator<void> {
  if (!live) return;
  for (const { notification, returned } of events) {
    const item = notification ? queuedFrom(notification) : null;
    if (item === null) continue;
    // After a snooze it may be accepted or have ended, so the server is asked.
    yield* put(returned ? broadcastsOutdated() : broadcastArrived({ item }));
  }
}

function* handlePeer({ payload }: ReturnType<typeof peerSettled>): SagaGenerator<void> {
  if (payload.queue === 'broadcasts') yield* put(broadcastAcceptedElsewhere({ entityId: payload.entityId }));
}

/** The sender has changed the deadline of a pending broadcast, or ended it. */
function* handleChanges({ payload: { ids } }: ReturnType<typeof recordsChanged>): SagaGenerator<void> {
  const pending = yield* select(selectPendingBroadcasts);
  if (pending.some(({ entityId }) => ids.includes(entityId))) yield* put(broadcastsOutdated());
}

function* fetchBroadcasts(): SagaGenerator<readonly QueuedBroadcast[]> {
  const { userId } = yield* currentUser();
  const entityIds = yield* loadIds('pendingBroadcasts', userId);
  const { broadcasts } = yield* request('fetchImmediateBroadcasts', {
    body: { userId, entityIds: [...entityIds] },
  });
  return broadcasts;
}

function* downloadDocument({ payload }: ReturnType<typeof broadcastDocumentRequested>): SagaGenerator<void> {
  yield* download(() => call(request<'downloadBroadcastDocument'>, 'downloadBroadcastDocument', { body: payload }));
}

/** One for each session. A broadcast that its reader can no longer see counts as accepted. */
function createAcceptance() {
  let awaitsLogout = false;
  return function* acceptBroadcast({ entityId, tenantId, forceLogout }: QueuedBroadcast): SagaGenerator<void> {
    const { userId } = yield* currentUser();
    if (forceLogout && !awaitsLogout) {
      awaitsLogout = true;
      // Detached, because this saga ends with the session, which may be over before the call is answered.
      yield* spawn(reloadAfterForcedLogout);
    }
    const { failure } = yield* attempt(request('markBroadcastViewed', { body: { userId, entityId, tenantId } }));
    const isGone = failure?.kind === 'refused' && failure.status === 404;
    if (failure !== null && !isGone) throw new CallFailed(failure);
  };
}

function* savePending({ entityIds }: { readonly entityIds: readonly string[] }): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  yield* saveIds('pendingBroadcasts', userId, entityIds);
}

const notifyTabs = ({ entityId }: { readonly entityId: string }): SagaGenerator<void> =>
  postSettled('broadcasts', entityId);

function* signOut(): SagaGenerator<void> {
  yield* put(signOutRequested('forced'));
}

/** Reloads the page after the session, with the reason stored, unless the session ends for another reason. */
function* reloadAfterForcedLogout(): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* take(sessionLeft);
  const session = yield* select(selectSession);
  if (session?.context.reason !== 'forced') return;
  if (!session.tags.includes('signedOut')) yield* take(signedOut);
  yield* call(storage.write, 'signedOutReason', 'forced');
  yield* reloadPage();
}

const signedOut = (action: Action) =>
  machineMoved.match(action) &&
  action.payload.machine === 'session' &&
  action.payload.projection.tags.includes('signedOut');
