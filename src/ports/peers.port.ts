/**
 * The other tabs of this browser: messages by BroadcastChannel, mutual exclusion by Web Locks. A browser may lack both.
 */
import { buffers, CANCEL, eventChannel } from 'redux-saga';
import type { PeerMessage, PeersPort } from '../../sagas/base/ports/peers';
import type { SecretRef } from '../../sagas/base/ports/network';
import type { SecretStore } from './secrets.port';

const CHANNEL = 'vms.peers';
/** The longest time a tab may hold the lock, even if it hangs. */
const LOCK_HOLD_MS = 12_000;

/** The port to the other tabs; it reaches none in a browser without BroadcastChannel. */
export function createPeersPort(secrets: SecretStore): PeersPort {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  return {
    post: (message) => channel?.postMessage(withToken(message, (ref) => secrets.open(ref as SecretRef) ?? '')),
    messages: () =>
      eventChannel<PeerMessage>((emit) => {
        const receive = ({ data }: MessageEvent<PeerMessage>) => emit(withToken(data, secrets.keep));
        channel?.addEventListener('message', receive);
        return () => channel?.removeEventListener('message', receive);
      }, buffers.expanding(8)),
    lock: (name, timeoutMs) => acquire(name, { timeoutMs, holdMs: LOCK_HOLD_MS }),
    lead: () => acquire('lead', null),
  };
}

/** Tokens travel between tabs as values, in memory only, and become references again on arrival. */
function withToken(message: PeerMessage, convert: (token: string) => string): PeerMessage {
  if (message.type !== 'renewed') return message;
  return { ...message, grant: { ...message.grant, token: convert(message.grant.token) as SecretRef } };
}

/**
 * Resolves to a function that releases the lock, or to null if it was not granted in time. A caller that stops waiting
 * never holds it, even if it was granted in that moment.
 */
function acquire(
  name: string,
  limits: { readonly timeoutMs: number; readonly holdMs: number } | null,
): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(null);
  const waiting = new AbortController();
  const held = new AbortController();
  const release = () => held.abort();
  const lock = new Promise<(() => void) | null>((answer) => {
    const timeout = limits && setTimeout(() => waiting.abort(), limits.timeoutMs);
    const until = () =>
      new Promise<void>((done) => {
        clearTimeout(timeout ?? undefined);
        if (held.signal.aborted) return done();
        const hold = limits && setTimeout(release, limits.holdMs);
        held.signal.addEventListener('abort', () => {
          clearTimeout(hold ?? undefined);
          done();
        });
        answer(release);
      });
    navigator.locks.request(`vms.${name}`, { signal: waiting.signal }, until).catch(() => {
      clearTimeout(timeout ?? undefined);
      answer(null);
    });
  });
  const giveUp = () => {
    waiting.abort();
    release();
  };
  return Object.assign(lock, { [CANCEL]: giveUp });
}
