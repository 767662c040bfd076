/**
 * What a browser remembers of a queue, so that it is asked for again after a reload. A hint only: storage that is full,
 * forbidden or written by somebody else costs nothing, because the server says what is pending.
 */
import { call, type SagaGenerator } from '../effects';
import { port, type StorageKey } from '../ports';

const MOST = 500;

interface Remembered {
  /** Whose it is: a queue of somebody else is none. */
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
