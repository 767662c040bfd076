import type { SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { Grant } from '../../machines/grant';
import { send } from '../http/send.saga';

/**
 * The logout notification: ends the user's other sessions and completes this one. It may be repeated, and is where its
 * answer was lost: with the answer comes the cookie that the completed session lives on.
 */
export function* endOtherSessions({ token, tokenIdentifier }: Grant): SagaGenerator<void> {
  const notify = () => send('logoutNotification', { body: { tokenIdentifier } }, token);
  try {
    yield* notify();
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.kind !== 'unreachable') throw error;
    yield* notify();
  }
}

/** Clears the token identifier: the session just begun is given up. */
export function* giveUpSession({ token }: Grant): SagaGenerator<void> {
  yield* send('clearTokenIdentifier', { body: {} }, token);
}
