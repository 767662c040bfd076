import { CallFailed, type Failure } from '../../../machines/failure';
import type { SagaGenerator } from '../runtime/effects';

/** The outcome of a call: its answer or its failure. */
export type Attempt<T> =
  | { readonly failure: null; readonly answer: T }
  /** `serverText` is the server's own sentence, if it sent one. */
  | { readonly failure: Failure; readonly answer: null; readonly serverText: string | null };

/**
 * Runs a call and returns its failure instead of throwing it: `yield* attempt(request('jobs', {}))`.
 *
 * @throws any other error than a CallFailed, because that is a bug.
 */
export function* attempt<T>(work: SagaGenerator<T>): SagaGenerator<Attempt<T>> {
  try {
    return { failure: null, answer: yield* work };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { failure: error.failure, answer: null, serverText: error.serverText };
  }
}
