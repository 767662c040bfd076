/** A strict queue of messages from the server, as plain lists: the oldest pending message is shown. */

export interface Queued {
  readonly entityId: string;
  /** ISO 8601. */
  readonly notificationDate: string;
}

/**
 * The server's list of pending messages, and what was pending here when it was requested: of these, those not listed
 * are done.
 */
export interface PendingList<T extends Queued> {
  /** What is pending on the server, in any order. */
  readonly items: readonly T[];
  /** Pending here at the time of the request. Messages that arrived later are not in the answer, and are kept. */
  readonly known: readonly string[];
}

const byAge = (a: Queued, b: Queued): number =>
  Date.parse(a.notificationDate) - Date.parse(b.notificationDate) || (a.entityId < b.entityId ? -1 : 1);

/** Whether the queue contains the item with this id; false for null. */
export const has = (queue: readonly Queued[], id: string | null): boolean =>
  id !== null && queue.some(({ entityId }) => entityId === id);

/** Without duplicates and finished messages, in the order of sending. */
export function addReceived<T extends Queued>(
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

/** The queue without the item with this id. */
export const without = <T extends Queued>(queue: readonly T[], id: string | null): readonly T[] =>
  queue.filter(({ entityId }) => entityId !== id);

/** The server's list, plus what arrived since it was requested. What is listed is as the server has it now. */
export function withLoaded<T extends Queued>(
  queue: readonly T[],
  { items, known }: PendingList<T>,
  done: readonly string[],
): readonly T[] {
  const listed = new Map(items.map((item) => [item.entityId, item]));
  const left = queue.flatMap((item) => listed.get(item.entityId) ?? (known.includes(item.entityId) ? [] : [item]));
  return addReceived([], [...left, ...items], done);
}

/** A shown message stays while it is pending; then the oldest follows. */
export const pickCurrent = (queue: readonly Queued[], current: string | null): string | null =>
  has(queue, current) ? current : (queue[0]?.entityId ?? null);
