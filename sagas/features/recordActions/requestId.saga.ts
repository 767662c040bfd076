/** The idempotency key of an action, reused while it is unknown what the earlier request did. */
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { port } from '../../base/ports/ports';
import { call, select, type SagaGenerator } from '../../base/runtime/effects';
import { selectState } from './recordActions.selectors';

/** By id: what the user saw when they decided. */
export type Seen = Readonly<Record<string, ActionableRecord>>;

/** The version that is sent. */
export const versionIn = (seen: Seen, id: string): number => seen[id]?.version ?? 1;

export interface RequestKey {
  readonly requestId: string;
  /** It was sent before, and it is not known what that did. */
  readonly isRepeated: boolean;
}

/** The key of the lost request if this repeats it, or the rest of it; otherwise a new one. */
export function* requestKeyFor(what: string, ids: readonly string[], before: Seen): SagaGenerator<RequestKey> {
  const lost = (yield* select(selectState))?.lost;
  // A record changed after it was sent needs a new key: under the old one the server would do nothing if it was done.
  const isSame = (id: string): boolean => lost?.versions[id] === versionIn(before, id);
  if (lost?.what === what && ids.every(isSame)) return { requestId: lost.requestId, isRepeated: true };
  const random = yield* port('random');
  return { requestId: yield* call(random.uuid), isRepeated: false };
}
