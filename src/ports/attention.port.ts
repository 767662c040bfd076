/**
 * Which tab speaks is a lock: whoever is looked at takes it away from whoever had it, and where its holder closes or
 * crashes another tab gets it at once. Where locks are missing each tab speaks while it can be seen.
 */
import { buffers, eventChannel } from 'redux-saga';
import type { Attention, AttentionPort } from '../../sagas/ports';

const LOCK = 'vms.voice';

export function createAttentionPort(): AttentionPort {
  return {
    changes: () =>
      eventChannel<Attention>((emit) => {
        const isVisible = () => document.visibilityState === 'visible';
        const leaving = new AbortController();
        const { signal } = leaving;
        const locks = 'locks' in navigator ? navigator.locks : null;
        let speaks = locks === null && isVisible();
        const tell = () => emit({ visible: isVisible(), speaks });

        /** Held until it is taken away, or this ends; then asked for again, in turn. */
        const ask = (locks: LockManager, steal: boolean) => {
          const held = () =>
            new Promise<void>((release) => {
              speaks = true;
              tell();
              signal.addEventListener('abort', () => release(), { once: true });
            });
          const lost = () => {
            if (signal.aborted || !speaks) return;
            speaks = false;
            tell();
            ask(locks, false);
          };
          locks.request(LOCK, steal ? { steal } : { signal }, held).catch(lost);
        };
        const looked = () => {
          if (locks === null) speaks = isVisible();
          else if (isVisible() && !speaks) ask(locks, true);
          tell();
        };
        if (locks !== null) ask(locks, isVisible());
        document.addEventListener('visibilitychange', looked, { signal });
        window.addEventListener('focus', looked, { signal });
        tell();
        return () => leaving.abort();
      }, buffers.sliding(1)),
  };
}
