/** The queue of role updates while somebody is signed in. Broadcasts come first: while one is shown, this one is held. */
import { call, cancel, fork, join, put, select, takeEvery, type SagaGenerator } from '../effects';
import type { PendingRoleUpdate } from '../../contract/broadcasts/pending';
import {
  roleUpdateQueueMachine,
  type RoleUpdateQueueEvent,
} from '../../machines/roleUpdateQueue/roleUpdateQueue.machine';
import { selectBroadcastShown } from '../broadcasts/broadcasts.selectors';
import { request } from '../http/request.saga';
import { forward, type Forward } from '../machine/forward';
import { machineMoved } from '../machine/machines.slice';
import { runMachine } from '../machine/runMachine';
import { keepPending } from '../queues/keepPending.saga';
import { recall, remember } from '../queues/remembered.saga';
import { letPageGo, reloadPage, tellSettled } from '../queues/tabs.saga';
import { currentUser } from '../session/currentUser';
import { peerSettled } from '../session/peers.events';
import { selectGrant } from '../session/session.selectors';
import { pause } from '../time.saga';
import { roleReloadChosen, roleReloadPutOff, roleUpdateAccepted } from './roleUpdates.intents';
import { roleUpdateReadElsewhere, roleUpdatesHeld, roleUpdatesLoaded } from './roleUpdates.events';
import { selectPendingRoleUpdates } from './roleUpdates.selectors';
import { selectHasUnsavedWork } from '../shell/unsavedWork/unsavedWork.selectors';

const forwards: readonly Forward<RoleUpdateQueueEvent>[] = [
  forward(roleUpdatesLoaded, (list) => ({ type: 'LOADED', ...list })),
  forward(roleUpdateReadElsewhere, ({ entityId }) => ({ type: 'READ_ELSEWHERE', entityId })),
  forward(roleUpdatesHeld, ({ held }) => ({ type: 'HELD', held })),
  forward(roleUpdateAccepted, ({ entityId }) => ({ type: 'ACCEPT', entityId })),
  forward(roleReloadChosen, () => ({ type: 'RELOAD' })),
  forward(roleReloadPutOff, () => ({ type: 'LATER' })),
];

export function* watchRoleUpdates(): SagaGenerator<void> {
  yield* takeEvery(machineMoved, follow);
  yield* takeEvery(peerSettled, hearPeer);
  // A page that somebody keeps from being loaded afresh goes on with a queue of its own.
  while (true) {
    const queue = yield* fork(runMachine<typeof roleUpdateQueueMachine>, {
      name: 'roleUpdateQueue',
      machine: roleUpdateQueueMachine,
      input: { held: yield* select(selectBroadcastShown), movedPast: yield* movedPast() },
      forwards,
      delay: pause,
      services: { markRead, lookForUnsavedWork },
      actions: { remember: rememberPending, rememberMovedPast, tellTabs, reloadPage },
    });
    const keeper = yield* fork(keepPending<PendingRoleUpdate>, {
      fetch: fetchRoleUpdates,
      selectPending: selectPendingRoleUpdates,
      loaded: roleUpdatesLoaded,
      isNews: (code: string) => code === 'ROLE_PERMISSION_UPDATE',
    });
    yield* join(queue);
    yield* cancel(keeper);
    yield* letPageGo();
  }
}

/** Says so when the other queue opens and when it closes. */
function* follow({ payload: { machine, projection } }: ReturnType<typeof machineMoved>): SagaGenerator<void> {
  if (machine === 'broadcastQueue') yield* put(roleUpdatesHeld({ held: projection.tags.includes('open') }));
}

function* hearPeer({ payload }: ReturnType<typeof peerSettled>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (payload.queue === 'roleUpdates' && payload.tokenIdentifier === grant?.tokenIdentifier)
    yield* put(roleUpdateReadElsewhere({ entityId: payload.entityId }));
}

function* fetchRoleUpdates(): SagaGenerator<readonly PendingRoleUpdate[]> {
  const { userId, organizationId } = yield* currentUser();
  const entityIds = yield* recall('pendingRoleUpdates', userId);
  const { roleUpdates } = yield* call(request<'fetchImmediateRoleUpdates'>, 'fetchImmediateRoleUpdates', {
    body: { userId, organizationId, entityIds: [...entityIds] },
  });
  return roleUpdates;
}

function* markRead({ entityId }: { readonly entityId: string }): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  yield* call(request<'markRoleUpdateRead'>, 'markRoleUpdateRead', { body: { userId, entityId } });
}

function* lookForUnsavedWork(): SagaGenerator<boolean> {
  return yield* select(selectHasUnsavedWork);
}

function* rememberPending({ entityIds }: { readonly entityIds: readonly string[] }): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  yield* remember('pendingRoleUpdates', userId, entityIds);
}

/** Of this session alone: with the next one they come again. */
function* movedPast(): SagaGenerator<readonly string[]> {
  const grant = yield* select(selectGrant);
  return grant === null ? [] : yield* recall('movedPast', grant.tokenIdentifier);
}

function* rememberMovedPast({ entityId }: { readonly entityId: string }): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (grant !== null) yield* remember('movedPast', grant.tokenIdentifier, [...(yield* movedPast()), entityId]);
}

const tellTabs = ({ entityId }: { readonly entityId: string }): SagaGenerator<void> =>
  tellSettled('roleUpdates', entityId);
