/** A strict queue of messages from the server, as plain lists: what is shown is the oldest that is still pending. */

export interface Queued {
  readonly entityId: string;
  /** ISO 8601. */
  readonly notificationDate: string;
}

/** What the server says is pending, and which it was asked about: of these, what it does not list is done with. */
export interface PendingList<T extends Queued> {
  readonly items: readonly T[];
  /** Pending here when the server was asked. What arrived since is not in its answer and stays. */
  readonly known: readonly string[];
}

const byAge = (a: Queued, b: Queued): number =>
  Date.parse(a.notificationDate) - Date.parse(b.notificationDate) || (a.entityId < b.entityId ? -1 : 1);

export const has = (queue: readonly Queued[], id: string | null): boolean =>
  id !== null && queue.some(({ entityId }) => entityId === id);

/** Each once and in the order of sending, without those that are done with. */
export function withArrived<T extends Queued>(
  queue: readonly T[],
  arrived: readonly T[],
  done: readonly string[],
): readonly T[] {
  const fresh = arrived.filter(
    ({ entityId }, index) =>
      !done.includes(entityId) &&
      !has(queue, entityId) &&
      arrived.findIndex((other) => other.entityId === entityId) === index,
  );
  return fresh.length === 0 ? queue : [...queue, ...fresh].sort(byAge);
}

export const without = <T extends Queued>(queue: readonly T[], id: string | null): readonly T[] =>
  queue.filter(({ entityId }) => entityId !== id);

/** The queue as the server has it, and with what arrived since it was asked. */
export function withLoaded<T extends Queued>(
  queue: readonly T[],
  { items, known }: PendingList<T>,
  done: readonly string[],
): readonly T[] {
  const left = queue.filter(({ entityId }) => !known.includes(entityId) || has(items, entityId));
  return withArrived(left, items, done);
}

/** What is shown stays shown while it is pending, whatever arrives; then the oldest comes. */
export const pickCurrent = (queue: readonly Queued[], current: string | null): string | null =>
  has(queue, current) ? current : (queue[0]?.entityId ?? null);
