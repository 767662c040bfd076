import type { SagaGenerator } from '../effects';
import { send } from '../http/send.saga';

/** Ends the session on the server by its cookie; the token is gone by now. Fails where the server cannot be told. */
export function* endSession(): SagaGenerator<void> {
  yield* send('clearTokenIdentifier', { body: {} });
}
