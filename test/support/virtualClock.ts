import { setImmediate } from 'node:timers/promises';
import { CANCEL } from 'redux-saga';
import type { ClockPort } from '../../sagas/base/ports/ports';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

export interface VirtualClock extends ClockPort {
  /** Fires everything due within that time, in order, and lets all work settle after each. */
  readonly advance: (ms: number) => Promise<void>;
  /** Runs a callback at a later moment; returns a function that cancels it. */
  readonly at: (inMs: number, fire: () => void) => () => void;
  /** Milliseconds until the next timer, or null if there is none. */
  readonly next: () => number | null;
  /** Sets the time of day by so many milliseconds; everything that waits is due as before. */
  readonly adjust: (ms: number) => void;
}

/** Lets everything run that waits for promises only. */
export const settle = (): Promise<void> => setImmediate();

export function createVirtualClock(start = Date.UTC(2026, 0, 15, 9, 0, 0)): VirtualClock {
  let now = start;
  let adjusted = 0;
  let order = 0;
  const timers = new Set<Timer>();

  const at = (inMs: number, fire: () => void) => {
    const timer: Timer = { at: now + Math.max(0, inMs), order: order++, fire };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const first = () => {
    let soonest: Timer | undefined;
    for (const timer of timers)
      if (!soonest || timer.at < soonest.at || (timer.at === soonest.at && timer.order < soonest.order))
        soonest = timer;
    return soonest;
  };

  return {
    now: () => now + adjusted,
    adjust: (ms) => void (adjusted += ms),
    at,
    next: () => {
      const timer = first();
      return timer ? timer.at - now : null;
    },
    delay(ms) {
      let callOff = () => {};
      const passed = new Promise<true>((resolve) => {
        callOff = at(ms, () => resolve(true));
      });
      return Object.assign(passed, { [CANCEL]: callOff });
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let timer = first(); timer && timer.at <= end; timer = first()) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.fire();
        await settle();
      }
      now = end;
    },
  };
}
