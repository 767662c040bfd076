/** The other tabs of this browser: a BroadcastChannel to talk, a Web Lock to take turns. Both may be missing. */
import { buffers, CANCEL, eventChannel } from 'redux-saga';
import type { PeerMessage, PeersPort, SecretRef } from '../../sagas/ports';
import type { Vault } from './secrets.port';

const CHANNEL = 'vms.peers';
/** No tab may keep the others waiting longer than this, whatever happens to it. */
const LOCK_HOLD_MS = 12_000;

export function createPeersPort(vault: Vault): PeersPort {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  return {
    post: (message) => channel?.postMessage(withToken(message, (ref) => vault.open(ref as SecretRef) ?? '')),
    messages: () =>
      eventChannel<PeerMessage>((emit) => {
        const hear = ({ data }: MessageEvent<PeerMessage>) => emit(withToken(data, vault.seal));
        channel?.addEventListener('message', hear);
        return () => channel?.removeEventListener('message', hear);
      }, buffers.expanding(8)),
    lock: (name, patienceMs) => acquire(name, { patienceMs, holdMs: LOCK_HOLD_MS }),
    lead: () => acquire('lead', null),
  };
}

/** Tokens cross between tabs as values, in memory only, and are references again on the other side. */
function withToken(message: PeerMessage, convert: (token: string) => string): PeerMessage {
  if (message.type !== 'renewed') return message;
  return { ...message, grant: { ...message.grant, token: convert(message.grant.token) as SecretRef } };
}

/**
 * A function that gives the lock back, or null where it was not to be had in time. Whoever stops waiting for it never
 * holds it, not even when it came in that very moment.
 */
function acquire(
  name: string,
  limits: { readonly patienceMs: number; readonly holdMs: number } | null,
): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(null);
  const waiting = new AbortController();
  const held = new AbortController();
  const release = () => held.abort();
  const lock = new Promise<(() => void) | null>((answer) => {
    const patience = limits && setTimeout(() => waiting.abort(), limits.patienceMs);
    const until = () =>
      new Promise<void>((done) => {
        clearTimeout(patience ?? undefined);
        if (held.signal.aborted) return done();
        const hold = limits && setTimeout(release, limits.holdMs);
        held.signal.addEventListener('abort', () => {
          clearTimeout(hold ?? undefined);
          done();
        });
        answer(release);
      });
    navigator.locks.request(`vms.${name}`, { signal: waiting.signal }, until).catch(() => {
      clearTimeout(patience ?? undefined);
      answer(null);
    });
  });
  const giveUp = () => {
    waiting.abort();
    release();
  };
  return Object.assign(lock, { [CANCEL]: giveUp });
}
