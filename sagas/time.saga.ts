import { call, type SagaGenerator } from './effects';
import { port } from './ports';

/** Waits on the clock port; leaving the saga stops the wait. */
export function* pause(ms: number): SagaGenerator<void> {
  const clock = yield* port('clock');
  yield* call(clock.delay, ms);
}
