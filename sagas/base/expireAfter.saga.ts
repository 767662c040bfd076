import type { ActionPattern } from 'redux-saga/effects';
import { pause } from './clock.saga';
import { port } from './ports/ports';
import { call, race, take, type SagaGenerator } from './runtime/effects';

/**
 * Returns after `ms` milliseconds during which `runs` was true; other time does not count. `changes` are the actions
 * after which `runs` may change.
 */
export function* expireAfter(
  ms: number,
  runs: () => SagaGenerator<boolean>,
  changes: ActionPattern,
): SagaGenerator<void> {
  const clock = yield* port('clock');
  let left = ms;
  while (left > 0) {
    if (yield* runs()) {
      const since = yield* call(clock.now);
      const { changed } = yield* race({ over: call(pause, left), changed: take(changes) });
      if (changed === undefined) return;
      // The clock may have been set back.
      left -= Math.max(0, (yield* call(clock.now)) - since);
    } else yield* take(changes);
  }
}
