/**
 * Renews one generation of the token once, however many tabs are open.
 *
 * The lock is held only while reading, fetching and writing, with a time limit shorter than the lock timeout of waiting
 * tabs. Leaving the state that invoked this saga (a sign-out, another tab's token) cancels it, so a late answer is
 * never stored.
 */
import { call, select, type SagaGenerator } from '../../base/runtime/effects';
import { CallFailed, failureOf } from '../../../machines/failure';
import type { Grant } from '../../../machines/grant';
import { mayRepeat } from '../../base/http/outcome';
import { sendUninterrupted } from '../../base/http/send.saga';
import { port } from '../../base/ports/ports';
import { pause } from '../../base/clock.saga';
import type { peerTokenRequested } from '../tabs/peers.saga';
import { selectGrant } from '../session.selectors';
import { clearSecrets } from './sessionMachine.actions';

const LOCK_TIMEOUT_MS = 10_000;
/** How long (ms) a busy tab may take to hand over the token it has just received. */
const HANDOVER_MS = 1_000;
const SECOND_TRY_AFTER_MS = 500;
/** Two attempts take less than the lock timeout of waiting tabs; the second begins within the server's reuse window. */
const TRY_TIMEOUT_MS = 4_000;

interface Held {
  readonly generation: number;
  readonly tokenIdentifier: string | null;
}

/** Returns the server's answer. Throws CallFailed, with `otherUser` if the answer belongs to another session. */
export function* renewToken(held: Held): SagaGenerator<Grant> {
  const peers = yield* port('peers');
  const release = yield* call(peers.lock, 'renewal', LOCK_TIMEOUT_MS);
  try {
    yield* awaitOtherTab(held);
    return yield* fromServer(held);
  } finally {
    release?.();
  }
}

/**
 * Another tab may have renewed while this one waited for the lock: then its token is requested. Its arrival moves the
 * session machine on, which cancels this saga.
 */
function* awaitOtherTab({ generation, tokenIdentifier }: Held): SagaGenerator<void> {
  if (tokenIdentifier === null) return;
  const storage = yield* port('storage');
  const latest = Number(yield* call(storage.read, 'generation'));
  if (!(latest > generation)) return;
  const peers = yield* port('peers');
  yield* call(peers.post, { type: 'tokenWanted', newerThan: generation, tokenIdentifier });
  yield* call(pause, HANDOVER_MS);
}

function* fromServer({ tokenIdentifier }: Held): SagaGenerator<Grant> {
  const storage = yield* port('storage');
  let answer;
  try {
    answer = yield* refresh();
  } catch (error) {
    // It may have renewed the token. Within the reuse window it repeats its answer.
    if (!mayRepeat(failureOf(error))) throw error;
    yield* pause(SECOND_TRY_AFTER_MS);
    answer = yield* refresh();
  }
  // The cookie may belong to another user by now, whose token must be neither used nor kept here.
  if (tokenIdentifier !== null && answer.tokenIdentifier !== tokenIdentifier) {
    yield* clearSecrets({ refs: [answer.access_token] });
    throw new CallFailed({ kind: 'otherUser' });
  }
  yield* call(storage.write, 'generation', String(answer.generation));
  return { token: answer.access_token, tokenIdentifier: answer.tokenIdentifier, generation: answer.generation };
}

function* refresh() {
  return yield* sendUninterrupted('token', { body: { grant_type: 'refresh_token' } }, { timeoutMs: TRY_TIMEOUT_MS });
}

/** Gives this tab's token to another tab of the session with an older one. */
export function* handOverToken({ payload }: ReturnType<typeof peerTokenRequested>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (grant === null || grant.generation <= payload.newerThan) return;
  const peers = yield* port('peers');
  yield* call(peers.post, { type: 'renewed', grant });
}
