/** For changes that the server makes once, however often they are sent. */
import { pause } from '../clock.saga';
import { call, type SagaGenerator } from '../runtime/effects';
import { attempt, type Attempt } from './attempt.saga';
import { isUnanswered } from './outcome';

const RETRY_AFTER_MS = 1_000;

/** `isSecond`: no answer was received to the first request. `mayBeDone`: and the second one failed as well. */
export type SentAgain<T> = Attempt<T> & { readonly isSecond: boolean; readonly mayBeDone: boolean };

/** Sends a change a second time if the answer to the first is lost. */
export function* sendAgain<T>(send: () => SagaGenerator<T>): SagaGenerator<SentAgain<T>> {
  const first = yield* attempt(send());
  if (first.failure === null || !isUnanswered(first)) return { ...first, isSecond: false, mayBeDone: false };
  yield* call(pause, RETRY_AFTER_MS);
  const second = yield* attempt(send());
  return { ...second, isSecond: true, mayBeDone: second.failure !== null };
}
