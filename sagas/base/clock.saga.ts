import { port } from './ports/ports';
import { call, type SagaGenerator } from './runtime/effects';

/** Waits `ms` milliseconds on the clock port. Cancelling the saga cancels the wait. */
export function* pause(ms: number): SagaGenerator<void> {
  const clock = yield* port('clock');
  yield* call(clock.delay, ms);
}
