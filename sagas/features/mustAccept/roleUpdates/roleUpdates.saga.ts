/**
 * The queue of role updates while a user is signed in. Broadcasts come first: while one is shown, this queue is held.
 */
import type { PendingRoleUpdate } from '../../../../contract/broadcasts/broadcast';
import {
  roleUpdateQueueMachine,
  type RoleUpdateQueueEvent,
} from '../../../../machines/roleUpdateQueue/roleUpdateQueue.machine';
import { pause } from '../../../base/clock.saga';
import { cancel, fork, join, put, select, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { forward, type Forward } from '../../../base/runtime/forward';
import { machineMoved } from '../../../base/runtime/machines.slice';
import { runMachine } from '../../../base/runtime/runMachine';
import { currentUser } from '../../../session/activeSession.saga';
import { selectGrant } from '../../../session/session.selectors';
import { peerSettled } from '../../../session/tabs/peers.saga';
import { postSettled } from '../../../session/tabs/postSettled.saga';
import { request } from '../../../session/token/request.saga';
import { selectHoldsRoleUpdates } from '../broadcasts/broadcasts.selectors';
import { keepPending } from '../queues/keepPending.saga';
import { awaitReload, loadIds, reloadPage, saveIds } from '../queues/storedQueue.saga';
import {
  roleReloadChosen,
  roleReloadPutOff,
  roleUpdateAccepted,
  roleUpdateReadElsewhere,
  roleUpdatesHeld,
  roleUpdatesLoaded,
  selectPendingRoleUpdates,
} from './roleUpdates.slice';

const forwards: readonly Forward<RoleUpdateQueueEvent>[] = [
  forward(roleUpdatesLoaded, (list) => ({ type: 'LOADED', ...list })),
  forward(roleUpdateReadElsewhere, ({ entityId }) => ({ type: 'READ_ELSEWHERE', entityId })),
  forward(roleUpdatesHeld, ({ held }) => ({ type: 'HELD', held })),
  forward(roleUpdateAccepted, ({ entityId }) => ({ type: 'ACCEPT', entityId })),
  forward(roleReloadChosen, () => ({ type: 'RELOAD' })),
  forward(roleReloadPutOff, () => ({ type: 'LATER' })),
];

/** `hasUnsavedWork` selects whether a reload would lose input. */
export function* watchRoleUpdates<S>(hasUnsavedWork: (state: S) => boolean): SagaGenerator<void> {
  yield* takeEvery(machineMoved, follow);
  yield* takeEvery(peerSettled, handlePeer);
  // If the new page does not come, this one continues with a new queue.
  while (true) {
    const queue = yield* fork(runMachine<typeof roleUpdateQueueMachine>, {
      name: 'roleUpdateQueue',
      machine: roleUpdateQueueMachine,
      input: { held: yield* select(selectHoldsRoleUpdates), skippedUpdates: yield* skippedUpdates() },
      forwards,
      delay: pause,
      services: { markRead, lookForUnsavedWork: () => select(hasUnsavedWork) },
      actions: { remember: savePending, saveSkipped, notifyTabs, reloadPage },
    });
    const keeper = yield* fork(keepPending<PendingRoleUpdate>, {
      fetch: fetchRoleUpdates,
      selectPending: selectPendingRoleUpdates,
      loaded: roleUpdatesLoaded,
      isNews: (code: string) => code === 'ROLE_PERMISSION_UPDATE',
    });
    yield* join(queue);
    yield* cancel(keeper);
    yield* awaitReload();
  }
}

/** Reports whether the broadcast queue holds role updates. */
function* follow({ payload: { machine, projection } }: ReturnType<typeof machineMoved>): SagaGenerator<void> {
  if (machine === 'broadcastQueue') yield* put(roleUpdatesHeld({ held: projection.tags.includes('holds') }));
}

function* handlePeer({ payload }: ReturnType<typeof peerSettled>): SagaGenerator<void> {
  if (payload.queue === 'roleUpdates') yield* put(roleUpdateReadElsewhere({ entityId: payload.entityId }));
}

function* fetchRoleUpdates(): SagaGenerator<readonly PendingRoleUpdate[]> {
  const { userId, organizationId } = yield* currentUser();
  const entityIds = yield* loadIds('pendingRoleUpdates', userId);
  const { roleUpdates } = yield* request('fetchImmediateRoleUpdates', {
    body: { userId, organizationId, entityIds: [...entityIds] },
  });
  return roleUpdates;
}

function* markRead({ entityId }: { readonly entityId: string }): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  yield* request('markRoleUpdateRead', { body: { userId, entityId } });
}

function* savePending({ entityIds }: { readonly entityIds: readonly string[] }): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  yield* saveIds('pendingRoleUpdates', userId, entityIds);
}

/** For this session only: they are shown again at the next sign-in. */
function* skippedUpdates(): SagaGenerator<readonly string[]> {
  const grant = yield* select(selectGrant);
  return grant === null ? [] : yield* loadIds('skippedUpdates', grant.tokenIdentifier);
}

function* saveSkipped({ entityId }: { readonly entityId: string }): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (grant !== null) yield* saveIds('skippedUpdates', grant.tokenIdentifier, [...(yield* skippedUpdates()), entityId]);
}

const notifyTabs = ({ entityId }: { readonly entityId: string }): SagaGenerator<void> =>
  postSettled('roleUpdates', entityId);
