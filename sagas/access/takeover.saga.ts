import type { Grant } from '../../machines/grant';
import { CallFailed } from '../../machines/failure';
import { call, race, type SagaGenerator } from '../effects';
import { send } from '../http/send.saga';
import { pause } from '../time.saga';

/** Nobody waits longer than this for the other sessions to end; the next call tells whether they did. */
const ENDING_LIMIT_MS = 9_000;

/**
 * The logout notification: ends the user's other sessions and completes this one. It may be repeated, and is where its
 * answer was lost: with the answer comes the cookie that the completed session lives on.
 */
export function* endOtherSessions(grant: Grant): SagaGenerator<void> {
  const { told } = yield* race({ told: call(notifyTwice, grant), late: call(pause, ENDING_LIMIT_MS) });
  if (!told) throw new CallFailed({ kind: 'timedOut' });
}

function* notifyTwice(grant: Grant): SagaGenerator<true> {
  try {
    yield* notify(grant);
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.kind !== 'unreachable') throw error;
    yield* notify(grant);
  }
  return true;
}

function* notify({ token, tokenIdentifier }: Grant): SagaGenerator<void> {
  yield* send('logoutNotification', { body: { tokenIdentifier } }, token);
}

/** Clears the token identifier: the session just begun is given up. */
export function* giveUpSession({ token }: Grant): SagaGenerator<void> {
  yield* send('clearTokenIdentifier', { body: {} }, token);
}
