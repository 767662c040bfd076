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
    lock: (name, patienceMs) => acquire(name, patienceMs),
    lead,
  };
}

/** Tokens cross between tabs as values, in memory only, and are references again on the other side. */
function withToken(message: PeerMessage, convert: (token: string) => string): PeerMessage {
  if (message.type !== 'renewed') return message;
  return { ...message, grant: { ...message.grant, token: convert(message.grant.token) as SecretRef } };
}

function acquire(name: string, patienceMs: number): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(null);
  return new Promise((answer) => {
    const held = navigator.locks.request(`vms.${name}`, { signal: AbortSignal.timeout(patienceMs) }, () => {
      return new Promise<void>((release) => {
        answer(release);
        setTimeout(release, LOCK_HOLD_MS);
      });
    });
    held.catch(() => answer(null));
  });
}

function lead(): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(null);
  const controller = new AbortController();
  const leading = new Promise<(() => void) | null>((answer) => {
    const held = navigator.locks.request(
      'vms.lead',
      { signal: controller.signal },
      () => new Promise<void>((release) => answer(release)),
    );
    held.catch(() => answer(null));
  });
  return Object.assign(leading, { [CANCEL]: () => controller.abort() });
}
