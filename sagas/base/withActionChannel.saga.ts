/** Keeps actions that arrive while a saga is busy. */
import type { Action } from '@reduxjs/toolkit';
import type { Buffer, Channel } from 'redux-saga';
import type { ActionPattern } from 'redux-saga/effects';
import { actionChannel, type SagaGenerator } from './runtime/effects';

/**
 * Runs `work` with a channel of these actions, and closes the channel with it: cancelling a saga does not, and the
 * channel would buffer every later action, also those of the next session.
 */
export function* withActionChannel<A extends Action, T>(
  pattern: ActionPattern<A>,
  buffer: Buffer<A>,
  work: (actions: Channel<A>) => SagaGenerator<T>,
): SagaGenerator<T> {
  const actions = yield* actionChannel<A>(pattern, buffer);
  try {
    return yield* work(actions);
  } finally {
    actions.close();
  }
}
