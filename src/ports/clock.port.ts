import { CANCEL } from 'redux-saga';
import type { ClockPort } from '../../sagas/ports';

/** A timer that sleeps with the machine must notice within this time that its moment has passed. */
const LOOK_AGAIN_MS = 1_000;

export function createClockPort(): ClockPort {
  return {
    now: () => Date.now(),
    delay(ms) {
      const deadline = Date.now() + ms;
      let timer: ReturnType<typeof setTimeout>;
      const passed = new Promise<true>((resolve) => {
        const look = () => {
          const left = deadline - Date.now();
          if (left <= 0) resolve(true);
          // A clock set back must not make anybody wait longer than was asked for.
          else timer = setTimeout(look, Math.min(left, ms, LOOK_AGAIN_MS));
        };
        look();
      });
      return Object.assign(passed, { [CANCEL]: () => clearTimeout(timer) });
    },
  };
}
