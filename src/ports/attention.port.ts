/**
 * A lock decides which tab shows toasts: the tab that becomes visible steals it, and when its holder closes or crashes,
 * another tab gets it immediately. Without locks each tab shows toasts while it is visible.
 */
import { buffers, eventChannel } from 'redux-saga';
import type { Attention, AttentionPort } from '../../sagas/base/ports/peers';

const LOCK = 'vms.voice';

/** Whether the tab is visible, and whether it is the one that shows toasts. */
export function createAttentionPort(): AttentionPort {
  return {
    changes: () =>
      eventChannel<Attention>((emit) => {
        const isVisible = () => document.visibilityState === 'visible';
        const leaving = new AbortController();
        const locks = 'locks' in navigator ? navigator.locks : null;
        let showsToasts = locks === null && isVisible();
        const report = () => emit({ visible: isVisible(), showsToasts });

        /** The latest request: aborting it withdraws it while it waits, and releases the lock while it is held. */
        let latest = new AbortController();
        /** Holds the lock until it is stolen, then waits for it again. */
        const request = (locks: LockManager, steal: boolean) => {
          // One that waits would stay in the queue for as long as the tab is open.
          latest.abort();
          latest = new AbortController();
          const { signal } = latest;
          const held = () =>
            new Promise<void>((release) => {
              showsToasts = true;
              report();
              signal.addEventListener('abort', () => release(), { once: true });
            });
          const lost = () => {
            if (signal.aborted || !showsToasts) return;
            showsToasts = false;
            report();
            request(locks, false);
          };
          locks.request(LOCK, steal ? { steal } : { signal }, held).catch(lost);
        };
        const refresh = () => {
          if (locks === null) showsToasts = isVisible();
          else if (isVisible() && !showsToasts) request(locks, true);
          report();
        };
        if (locks !== null) request(locks, isVisible());
        document.addEventListener('visibilitychange', refresh, { signal: leaving.signal });
        window.addEventListener('focus', refresh, { signal: leaving.signal });
        report();
        return () => {
          leaving.abort();
          latest.abort();
        };
      }, buffers.sliding(1)),
  };
}
