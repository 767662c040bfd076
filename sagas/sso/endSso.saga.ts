import { call, type SagaGenerator } from '../effects';
import type { SsoConfig } from '../../contract';
import type { SignedOutReason } from '../../machines/session/session.types';
import type { SsoOrigin } from '../../machines/sso';
import { port } from '../ports';
import { recallSso, rememberSso } from '../session/ssoMemory.saga';
import { pause } from '../time.saga';
import { LEAVING_MS, ssoConfig } from './ssoConfig.saga';

/**
 * The session is over: if its provider is still the organisation's and still there, the person is signed out there as
 * well, and comes back to the sign-in screen, which says why. Of several tabs one does it. Whatever stands in the way
 * ends here, with the session over all the same.
 */
export function* endSso({
  origin,
  reason,
}: {
  readonly origin: SsoOrigin;
  readonly reason: SignedOutReason;
}): SagaGenerator<void> {
  const takenByAnotherTab = (yield* recallSso()) === null;
  yield* rememberSso(null);
  // Who signed out on purpose was forgotten then, and asks for this now.
  if (takenByAnotherTab && reason !== 'signed_out') return;
  const config = yield* ssoConfig(origin);
  yield* leaveFor(config, reason);
}

function* leaveFor(config: SsoConfig, reason: SignedOutReason): SagaGenerator<void> {
  const sso = yield* port('sso');
  const storage = yield* port('storage');
  yield* call(storage.write, 'signedOutReason', reason);
  try {
    if (yield* call(sso.leave, config)) yield* pause(LEAVING_MS);
  } finally {
    // Still here: the screen knows by itself.
    yield* call(storage.write, 'signedOutReason', null);
  }
}
