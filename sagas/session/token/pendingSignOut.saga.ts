/**
 * A sign-out is remembered until the server has confirmed it: a page that starts in the meantime, in another tab or
 * after the browser was closed, does not restore the session but finishes the sign-out.
 */
import { sendUninterrupted } from '../../base/http/send.saga';
import { port } from '../../base/ports/ports';
import { call, type SagaGenerator } from '../../base/runtime/effects';

/** The token identifier of the signed-out session; null if the server has confirmed all of them. */
export function* pendingSignOut(): SagaGenerator<string | null> {
  const storage = yield* port('storage');
  return yield* call(storage.read, 'pendingSignOut');
}

/** Stores the session whose sign-out the server has not confirmed yet; null once it has. */
export function* savePendingSignOut(tokenIdentifier: string | null): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'pendingSignOut', tokenIdentifier);
}

/** Ends that session at the server, but no later one. Throws CallFailed. */
export function* finishSignOut({ tokenIdentifier }: { readonly tokenIdentifier: string }): SagaGenerator<void> {
  yield* sendUninterrupted('clearTokenIdentifier', { body: { tokenIdentifier } });
  // Another one may have become pending since.
  if ((yield* pendingSignOut()) === tokenIdentifier) yield* savePendingSignOut(null);
}

/**
 * Runs before a sign-in: with the new session the browser loses the cookie by which the old one can be ended. Throws
 * CallFailed.
 */
export function* finishPendingSignOut(): SagaGenerator<void> {
  const tokenIdentifier = yield* pendingSignOut();
  if (tokenIdentifier !== null) yield* finishSignOut({ tokenIdentifier });
}
