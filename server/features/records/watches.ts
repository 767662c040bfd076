/** Pages of records that are open: who reads one is told when it changes, and then reads it anew under their own rights. */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import type { EventBus } from '../../platform/eventBus/eventBus';

/** A page that is looked at loads its record again within 20 s, and so renews this. */
const WATCHED_SECONDS = 90;
/** Signals have to be short. */
const USERS_PER_SIGNAL = 100;

/** The caller has the page of this record, which they may see, open. */
export async function watchRecord(queries: Queries, recordId: string): Promise<void> {
  await sql`select record_watch(${recordId}::uuid, ${WATCHED_SECONDS}::integer)`.execute(queries);
}

/** Columns that name records whose pages show something of this one. */
const RELATED = [
  'id',
  'job_id',
  'candidate_id',
  'submission_id',
  'assignment_id',
  'invoice_id',
  'reverse_invoice_id',
  'client_id',
  'agency_id',
] as const;

/**
 * Tells those who have a page of the changed record, or of one that shows something of it, open; once the transaction has
 * committed. `columns` are those of its row.
 */
export async function tellWatchers(
  bus: Pick<EventBus, 'publish'>,
  queries: Queries,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const recordIds = RELATED.flatMap((column) => {
    const id = columns[column];
    return typeof id === 'string' ? [id] : [];
  });
  const { rows } = await sql<{ users: string[] }>`
    select record_watchers(${recordIds}::uuid[]
      || array(select a.candidate_id from assignments a where a.id = ${columns['assignment_id'] ?? null}::uuid)) as users
  `.execute(queries);
  const userIds = rows[0]?.users ?? [];
  for (let from = 0; from < userIds.length; from += USERS_PER_SIGNAL) {
    await bus.publish(queries, { kind: 'records', recordIds, userIds: userIds.slice(from, from + USERS_PER_SIGNAL) });
  }
}
