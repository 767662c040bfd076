/**
 * Remembers a queue in the browser, so that it is requested again after a reload. Only a hint: the server decides what
 * is pending, so lost or wrong storage does no harm.
 */
import { pause } from '../../../base/clock.saga';
import { isRecord, parsed } from '../../../base/json';
import { port } from '../../../base/ports/ports';
import type { StorageKey } from '../../../base/ports/peers';
import { call, type SagaGenerator } from '../../../base/runtime/effects';

const MAX_IDS = 500;

interface StoredIds {
  /** The user it belongs to; queues of others are ignored. */
  readonly owner: string;
  readonly entityIds: readonly string[];
}

/** The stored ids of this user; none if they are another user's. */
export function* loadIds(key: StorageKey, owner: string): SagaGenerator<readonly string[]> {
  const storage = yield* port('storage');
  const stored = parsed((yield* call(storage.read, key)) ?? '');
  if (!isRecord(stored) || stored['owner'] !== owner) return [];
  const ids = stored['entityIds'];
  return Array.isArray(ids) ? ids.filter((id: unknown) => typeof id === 'string').slice(0, MAX_IDS) : [];
}

/** Stores ids for this user; no ids remove the entry. */
export function* saveIds(key: StorageKey, owner: string, entityIds: readonly string[]): SagaGenerator<void> {
  const storage = yield* port('storage');
  const value: StoredIds = { owner, entityIds: entityIds.slice(0, MAX_IDS) };
  yield* call(storage.write, key, entityIds.length === 0 ? null : JSON.stringify(value));
}

/** Time limit (ms) for the old page while the new one loads. */
const LEAVING_MS = 2_000;

/** Returns immediately: the page stays until the browser replaces it. */
export function* reloadPage(): SagaGenerator<void> {
  const page = yield* port('page');
  yield* call(page.reload);
}

/** A page about to be replaced shows and requests nothing more. */
export const awaitReload = (): SagaGenerator<void> => pause(LEAVING_MS);
