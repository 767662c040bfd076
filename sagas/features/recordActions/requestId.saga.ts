/** The idempotency key of an action, reused while it is unknown what the earlier request did. */
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { port } from '../../base/ports/ports';
import { call, select, type SagaGenerator } from '../../base/runtime/effects';
import { selectState } from './recordActions.selectors';

/** By id: what the user saw when they decided. */
export type Seen = Readonly<Record<string, ActionableRecord>>;

/** The version that is sent. */
export const versionIn = (seen: Seen, id: string): number => seen[id]?.version ?? 1;

/** The key of the lost request if this repeats it, or the rest of it; otherwise a new one. */
export function* requestIdFor(what: string, ids: readonly string[], before: Seen): SagaGenerator<string> {
  const lost = (yield* select(selectState))?.lost;
  // A record changed after it was sent needs a new key: under the old one the server would do nothing if it was done.
  const isSame = (id: string): boolean => lost?.versions[id] === versionIn(before, id);
  if (lost?.what === what && ids.every(isSame)) return lost.requestId;
  const random = yield* port('random');
  return yield* call(random.uuid);
}
