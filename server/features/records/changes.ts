/** The recorded changes of one record. */
import type { Queries } from '../../database';

export interface RecordChange {
  readonly at: Date;
  readonly by: string | null;
  /** The name of the action that made it; null for other changes. */
  readonly action: string | null;
  /** Maps each column to its value before and after. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** Oldest first, limited to what `queries` may see. */
export async function changesOf(queries: Queries, recordId: string): Promise<RecordChange[]> {
  const rows = await queries
    .selectFrom('record_events')
    .where('record_id', '=', recordId)
    .orderBy('id')
    .select(['at', 'actor as by', 'action', 'changes'])
    .execute();
  return rows;
}

/** The text of a value in `changes`; empty without one. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
