import type { SagaGenerator } from '../effects';
import type { Grant } from '../../machines/grant';
import { send } from '../http/send.saga';

/** The logout notification: ends the user's other sessions and completes this one. Safe to repeat. */
export function* endOtherSessions({ token, tokenIdentifier }: Grant): SagaGenerator<void> {
  yield* send('logoutNotification', { body: { tokenIdentifier } }, token);
}

/** Clears the token identifier: the session just begun is given up. */
export function* giveUpSession({ token }: Grant): SagaGenerator<void> {
  yield* send('clearTokenIdentifier', { body: {} }, token);
}
