/** Remembers the last session's single sign-on origin, and why the page left to end it. */
import { SESSION_END_REASONS } from '../../../contract/base/errors';
import type { SsoOrigin } from '../../../machines/grant';
import type { SignedOutReason } from '../../../machines/session/session.types';
import { port } from '../../base/ports/ports';
import { call, type SagaGenerator } from '../../base/runtime/effects';

/** No session lasts longer, so its origin is useless afterwards. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Stores the session's single sign-on origin; null removes it. */
export function* saveSso(origin: SsoOrigin | null): SagaGenerator<void> {
  const storage = yield* port('storage');
  const clock = yield* port('clock');
  const at = yield* call(clock.now);
  yield* call(storage.write, 'ssoSession', origin && JSON.stringify({ ...origin, at }));
}

/** The stored origin; null if there is none or it is a day old. */
export function* loadSso(): SagaGenerator<SsoOrigin | null> {
  const storage = yield* port('storage');
  const clock = yield* port('clock');
  return parseSso(yield* call(storage.read, 'ssoSession'), yield* call(clock.now));
}

/** The stored origin; null for text that is not one or is a day old. `now` is epoch ms. */
export function parseSso(stored: string | null, now: number): SsoOrigin | null {
  try {
    const { organizationCode, registrationId, at } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    if (typeof organizationCode !== 'string' || typeof registrationId !== 'string') return null;
    return Number(at) > now - FORGOTTEN_AFTER_MS ? { organizationCode, registrationId } : null;
  } catch {
    return null;
  }
}

/** Removed once read. */
export function* takeSignedOutReason(): SagaGenerator<SignedOutReason> {
  const storage = yield* port('storage');
  const stored = yield* call(storage.read, 'signedOutReason');
  if (stored !== null) yield* call(storage.write, 'signedOutReason', null);
  return SESSION_END_REASONS.find((reason) => reason === stored) ?? null;
}
