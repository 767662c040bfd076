/** The queue of broadcasts while somebody is signed in. */
import type { Action } from '@reduxjs/toolkit';
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
} from '../effects';
import { CallFailed } from '../../machines/failure';
import {
  broadcastQueueMachine,
  type BroadcastQueueEvent,
  type QueuedBroadcast,
} from '../../machines/broadcastQueue/broadcastQueue.machine';
import { signOutRequested } from '../access/access.intents';
import { download } from '../documents/download.saga';
import { request } from '../http/request.saga';
import { forward, type Forward } from '../machine/forward';
import { machineMoved } from '../machine/machines.slice';
import { runMachine } from '../machine/runMachine';
import { port } from '../ports';
import { eventsArrived } from '../notifications/notifications.events';
import { keepPending } from '../queues/keepPending.saga';
import { recall, remember } from '../queues/remembered.saga';
import { letPageGo, reloadPage, tellSettled } from '../queues/tabs.saga';
import { peerSettled } from '../session/peers.events';
import { selectGrant } from '../session/session.selectors';
import { currentUser } from '../session/currentUser';
import { pause } from '../time.saga';
import { broadcastAcceptedElsewhere, broadcastArrived, broadcastsLoaded } from './broadcasts.events';
import { broadcastAccepted, broadcastDocumentAsked } from './broadcasts.intents';
import { selectPendingBroadcasts } from './broadcasts.selectors';
import { asArrived } from './live.rules';
import { watchPreview } from './preview.saga';

const forwards: readonly Forward<BroadcastQueueEvent>[] = [
  forward(broadcastsLoaded, (list) => ({ type: 'LOADED', ...list })),
  forward(broadcastArrived, ({ item }) => ({ type: 'ARRIVED', item })),
  forward(broadcastAcceptedElsewhere, ({ entityId }) => ({ type: 'ACCEPTED_ELSEWHERE', entityId })),
  forward(broadcastAccepted, ({ entityId }) => ({ type: 'ACCEPT', entityId })),
];

export function* watchBroadcasts(): SagaGenerator<void> {
  yield* takeEvery(eventsArrived, hearNews);
  yield* takeEvery(peerSettled, hearPeer);
  yield* takeLeading(broadcastDocumentAsked, downloadDocument);
  yield* fork(watchPreview);
  // A page that somebody keeps from being loaded afresh goes on with a queue of its own.
  while (true) {
    const queue = yield* fork(runMachine<typeof broadcastQueueMachine>, {
      name: 'broadcastQueue',
      machine: broadcastQueueMachine,
      input: undefined,
      forwards,
      delay: pause,
      services: { acceptBroadcast },
      actions: { remember: rememberPending, tellTabs, reloadPage, signOut },
    });
    const keeper = yield* fork(keepPending<QueuedBroadcast>, {
      fetch: fetchBroadcasts,
      selectPending: selectPendingBroadcasts,
      loaded: broadcastsLoaded,
      isNews: () => false,
    });
    yield* join(queue);
    yield* cancel(keeper);
    yield* letPageGo();
  }
}

function* hearNews({ payload: { events, live } }: ReturnType<typeof eventsArrived>): SagaGenerator<void> {
  if (!live) return;
  for (const { notification } of events) {
    const item = notification ? asArrived(notification) : null;
    if (item !== null) yield* put(broadcastArrived({ item }));
  }
}

function* hearPeer({ payload }: ReturnType<typeof peerSettled>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (payload.queue === 'broadcasts' && payload.tokenIdentifier === grant?.tokenIdentifier)
    yield* put(broadcastAcceptedElsewhere({ entityId: payload.entityId }));
}

function* fetchBroadcasts(): SagaGenerator<readonly QueuedBroadcast[]> {
  const { userId } = yield* currentUser();
  const entityIds = yield* recall('pendingBroadcasts', userId);
  const { broadcasts } = yield* call(request<'fetchImmediateBroadcasts'>, 'fetchImmediateBroadcasts', {
    body: { userId, entityIds: [...entityIds] },
  });
  return broadcasts;
}

function* downloadDocument({ payload }: ReturnType<typeof broadcastDocumentAsked>): SagaGenerator<void> {
  yield* download(() => call(request<'downloadBroadcastDocument'>, 'downloadBroadcastDocument', { body: payload }));
}

/** One that is no longer there for its reader is settled too. */
function* acceptBroadcast({ entityId, tenantId }: QueuedBroadcast): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  try {
    yield* call(request<'markBroadcastViewed'>, 'markBroadcastViewed', { body: { userId, entityId, tenantId } });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.kind !== 'refused' || error.failure.status !== 404) throw error;
  }
}

function* rememberPending({ entityIds }: { readonly entityIds: readonly string[] }): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  yield* remember('pendingBroadcasts', userId, entityIds);
}

const tellTabs = ({ entityId }: { readonly entityId: string }): SagaGenerator<void> =>
  tellSettled('broadcasts', entityId);

/** Then the page is loaded afresh, and says why: by a saga of its own, because this one ends with the session. */
function* signOut(): SagaGenerator<void> {
  yield* spawn(function* () {
    const storage = yield* port('storage');
    yield* take(signedOut);
    yield* call(storage.write, 'signedOutReason', 'forced');
    yield* reloadPage();
  });
  yield* put(signOutRequested('forced'));
}

const signedOut = (action: Action) =>
  machineMoved.match(action) &&
  action.payload.machine === 'session' &&
  action.payload.projection.tags.includes('signedOut');
