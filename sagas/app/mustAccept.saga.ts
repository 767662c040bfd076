/** What has to be accepted. Loaded at the start of a session, beside the first page, which does not wait for it. */
import { fork, type SagaGenerator } from '../base/runtime/effects';
import { watchBroadcasts } from '../features/mustAccept/broadcasts/broadcasts.saga';
import { watchRoleUpdates } from '../features/mustAccept/roleUpdates/roleUpdates.saga';
import { selectHasUnsavedWork } from './unsavedWork.saga';

/**
 * Runs while someone is signed in. Both queues begin with a call for what is pending, so nothing is missed that came
 * before this was loaded. Broadcasts come first, since theirs holds the queue of role updates.
 */
export function* watchMustAccept(): SagaGenerator<void> {
  yield* fork(watchBroadcasts, selectHasUnsavedWork);
  yield* fork(watchRoleUpdates, selectHasUnsavedWork);
}
