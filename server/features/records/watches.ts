/** Open pages of records: their readers are notified of changes and reload the record with their own permissions. */
import { sql } from 'kysely';
import type { RecordTable } from '../../../contract/records/events';
import type { Queries } from '../../database';
import type { EventBus } from '../../platform/eventBus/eventBus';
import { publishToUsers } from '../../platform/eventBus/publishToUsers';

/** A visible page reloads its record within 20 s, which renews the watch in its second half. */
const WATCHED_SECONDS = 90;

/** Records that the caller has the page of this record open. They must be allowed to see it. */
export async function watchRecord(queries: Queries, recordId: string): Promise<void> {
  await sql`select record_watch(${recordId}::uuid, ${WATCHED_SECONDS}::integer)`.execute(queries);
}

/** Columns that link to records whose pages show part of this one. */
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

/** A changed row, as it is in its table. */
type Columns = Readonly<Record<string, unknown>>;

/**
 * Notifies users with an open page of a changed record, or of one that shows part of it, after the commit. Others are
 * not notified.
 */
export async function notifyWatchers(
  bus: Pick<EventBus, 'publish'>,
  queries: Queries,
  rows: readonly Columns[],
): Promise<void> {
  const named = (column: string): string[] => rows.flatMap(({ [column]: id }) => (typeof id === 'string' ? [id] : []));
  const recordIds = [...new Set(RELATED.flatMap(named))];
  const { rows: watched } = await sql<{ recordId: string; users: readonly string[] }>`
    select w.id as "recordId", w.users from (
      select x.id, record_watchers(array[x.id]) as users from (
        select unnest(${recordIds}::uuid[]) as id
        union select a.candidate_id from assignments a where a.id = any (${named('assignment_id')}::uuid[])) x
    ) w where w.users <> '{}'`.execute(queries);
  for (const { recordId, users } of watched) {
    await publishToUsers(bus, queries, { kind: 'records', recordIds: [recordId] }, users);
  }
}

/** The same for callers that have only the ids of the rows. */
export async function notifyWatchersOf(
  bus: Pick<EventBus, 'publish'>,
  queries: Queries,
  table: RecordTable,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ columns: Columns }>`
    select to_jsonb(r) as columns from ${sql.table(table)} r where r.id = any (${[...ids]}::uuid[])`.execute(queries);
  await notifyWatchers(
    bus,
    queries,
    rows.map(({ columns }) => columns),
  );
}
