/** Handles actions that arrive close together in one batch, one batch after the other. */
import { buffers } from 'redux-saga';
import type { ActionCreatorWithPayload } from '@reduxjs/toolkit';
import { pause } from './clock.saga';
import { call, flush, take, type SagaGenerator } from './runtime/effects';
import { withActionChannel } from './withActionChannel.saga';

const BATCH_MS = 50;

/**
 * Never ends. `work` gets `given` and the payloads in order; actions that arrive while it runs are in the next batch.
 */
export function* takeBatches<P, G extends readonly unknown[]>(
  { type }: ActionCreatorWithPayload<P>,
  work: (...args: [...given: G, payloads: readonly P[]]) => SagaGenerator<void>,
  ...given: G
): SagaGenerator<void> {
  const buffer = buffers.expanding<{ readonly type: string; readonly payload: P }>(64);
  yield* withActionChannel(type, buffer, function* (actions) {
    while (true) {
      const first = yield* take(actions);
      yield* call(pause, BATCH_MS);
      const others = yield* flush(actions);
      const payloads = [first, ...(Array.isArray(others) ? others : [])].map(({ payload }) => payload);
      yield* call(work, ...given, payloads);
    }
  });
}
