/**
 * Remembers a queue in the browser, so that it is requested again after a reload. Only a hint: the server says what is
 * pending, so lost or wrong storage does no harm.
 */
import { pause } from '../../../base/clock.saga';
import { port, type SettledQueue, type StorageKey } from '../../../base/ports';
import { call, select, type SagaGenerator } from '../../../base/runtime/effects';
import { selectGrant } from '../../../session/session.selectors';

const MOST = 500;

interface Remembered {
  /** The user it belongs to; queues of others are ignored. */
  readonly owner: string;
  readonly entityIds: readonly string[];
}

export function* recall(key: StorageKey, owner: string): SagaGenerator<readonly string[]> {
  const storage = yield* port('storage');
  const remembered = parsed(yield* call(storage.read, key));
  return remembered?.owner === owner ? remembered.entityIds : [];
}

export function* remember(key: StorageKey, owner: string, entityIds: readonly string[]): SagaGenerator<void> {
  const storage = yield* port('storage');
  const value: Remembered = { owner, entityIds: entityIds.slice(0, MOST) };
  yield* call(storage.write, key, entityIds.length === 0 ? null : JSON.stringify(value));
}

function parsed(text: string | null): Remembered | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { owner, entityIds } = value as Partial<Record<keyof Remembered, unknown>>;
  if (typeof owner !== 'string' || !Array.isArray(entityIds)) return null;
  return { owner, entityIds: entityIds.filter((id) => typeof id === 'string').slice(0, MOST) };
}

/** Tells the other tabs of the session, and reloads the page. */

/** Time limit (ms) for the old page while the new one loads. */
const LEAVING_MS = 2_000;

export function* postSettled(queue: SettledQueue, entityId: string): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'settled', tokenIdentifier: grant.tokenIdentifier, queue, entityId });
}

export function* reloadPage(): SagaGenerator<void> {
  const page = yield* port('page');
  yield* call(page.reload);
}

/** A page about to be replaced shows and requests nothing more. */
export const letPageGo = (): SagaGenerator<void> => pause(LEAVING_MS);
