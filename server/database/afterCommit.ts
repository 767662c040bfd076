/** Runs work after a transaction has committed, such as waking other nodes; never if it rolls back. */
import type { Queries } from './schema';

const waiting = new WeakMap<Queries, (() => void)[]>();

/** Runs `work` as one transaction on `db`, then the steps that it passed to `afterCommit`. */
export async function inTransaction<T>(db: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
  const steps: (() => void)[] = [];
  const result = await db.transaction().execute((transaction) => {
    waiting.set(transaction, steps);
    return work(transaction);
  });
  for (const step of steps) step();
  return result;
}

/**
 * Runs `step` immediately where `queries` is not a transaction. Throws for a transaction that `inTransaction` did not
 * begin.
 */
export function afterCommit(queries: Queries, step: () => void): void {
  const steps = waiting.get(queries);
  if (steps !== undefined) steps.push(step);
  else if (queries.isTransaction) throw new Error('The transaction was not begun by inTransaction.');
  else step();
}
