import { CANCEL } from 'redux-saga';
import type { ClockPort } from '../../sagas/base/ports/ports';

/** After the machine has slept, a due timer is noticed within this time. */
const CHECK_MS = 1_000;

/** The clock of the browser. */
export function createClockPort(): ClockPort {
  return {
    now: currentTime,
    delay(ms) {
      const began = currentTime();
      const beganMonotonic = performance.now();
      let timer: ReturnType<typeof setTimeout>;
      const passed = new Promise<true>((resolve) => {
        const look = () => {
          // The monotonic clock may stop while the machine sleeps; the other one may be set back.
          const left = ms - Math.max(currentTime() - began, performance.now() - beganMonotonic);
          if (left <= 0) resolve(true);
          else timer = setTimeout(look, Math.min(left, CHECK_MS));
        };
        look();
      });
      return Object.assign(passed, { [CANCEL]: () => clearTimeout(timer) });
    },
  };
}

/** Epoch ms. */
export const currentTime = (): number => Date.now();

/** Reports the time every `intervalMs` and when the page becomes visible again. Returns how to stop. */
export function watchTime(intervalMs: number, report: (now: number) => void): () => void {
  const look = () => report(currentTime());
  const timer = setInterval(look, intervalMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Calls once after that time. Returns how to cancel. */
export function callAfter(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
