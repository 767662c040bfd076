import type { SagaGenerator } from '../effects';
import { sendToTheEnd } from '../http/send.saga';
import { rememberSso } from './ssoMemory.saga';

/** Ends the session on the server by its cookie; the token is gone by now. Fails where the server cannot be told. */
export function* endSession(): SagaGenerator<void> {
  // Signing out on purpose is complete: the next page has nothing to make up for.
  yield* rememberSso(null);
  yield* sendToTheEnd('clearTokenIdentifier', { body: {} });
}
