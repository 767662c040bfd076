/**
 * One renewal of one generation, whatever the number of tabs.
 *
 * The lock is held around reading, fetching and writing only, with a time limit shorter than the patience of those
 * who wait for it. Leaving the state that invoked this saga (a sign-out, another tab's token) cancels it, so a late
 * answer is never stored.
 */
import { call, race, take, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { Grant } from '../../machines/grant';
import { sendToTheEnd } from '../http/send.saga';
import { port } from '../ports';
import { pause } from '../time.saga';
import { peerRenewed } from './peers.events';

const LOCK_PATIENCE_MS = 10_000;
/** How long another tab, busy with drawing what came with it, may take to hand over the token it has just got. */
const HANDOVER_MS = 1_000;
const SECOND_TRY_AFTER_MS = 500;

interface Renewal {
  readonly generation: number;
  readonly tokenIdentifier: string | null;
}

export function* renewToken(held: Renewal): SagaGenerator<Grant> {
  const peers = yield* port('peers');
  const release = yield* call(peers.lock, 'renewal', LOCK_PATIENCE_MS);
  try {
    return (yield* fromAnotherTab(held)) ?? (yield* fromServer());
  } finally {
    release?.();
  }
}

/** Where another tab renewed while this one waited for the lock, its token is asked for. */
function* fromAnotherTab({ generation, tokenIdentifier }: Renewal): SagaGenerator<Grant | null> {
  if (tokenIdentifier === null) return null;
  const storage = yield* port('storage');
  const latest = Number(yield* call(storage.read, 'generation'));
  if (!(latest > generation)) return null;
  const peers = yield* port('peers');
  yield* call(peers.post, { type: 'tokenWanted', newerThan: generation, tokenIdentifier });
  const { handedOver } = yield* race({ handedOver: take(peerRenewed), late: call(pause, HANDOVER_MS) });
  return handedOver && handedOver.payload.grant.generation > generation ? handedOver.payload.grant : null;
}

function* fromServer(): SagaGenerator<Grant> {
  const storage = yield* port('storage');
  let answer;
  try {
    answer = yield* refresh();
  } catch (error) {
    // The answer may be lost with the renewal done: within the reuse window the server gives the same one again.
    if (!(error instanceof CallFailed) || error.failure.kind !== 'unreachable') throw error;
    yield* pause(SECOND_TRY_AFTER_MS);
    answer = yield* refresh();
  }
  yield* call(storage.write, 'generation', String(answer.generation));
  return { token: answer.access_token, tokenIdentifier: answer.tokenIdentifier, generation: answer.generation };
}

function* refresh() {
  return yield* sendToTheEnd('token', { body: { grant_type: 'refresh_token' } });
}
