/** Deletes records of changes that are older than any change that is shown. */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { CHANGE_DAYS } from '../../../../contract/lists/list';
import type { Database } from '../../../database';
import { repeat } from '../../../platform/repeat';

interface DeletionServices {
  readonly database: Pick<Database, 'queries'>;
  readonly log: FastifyBaseLogger;
}

const INTERVAL_MS = 3_600_000;
/** After a bulk load, deleting all of them would take longer than a statement may. */
const AT_ONCE = 5_000;

/**
 * Deletes what is one day older than needed, for links that have just been opened. Ends after the step under way if it
 * is stopped.
 *
 * @returns how many were deleted
 */
export async function deleteOldChanges(
  { database }: Pick<DeletionServices, 'database'>,
  stopping?: AbortSignal,
): Promise<number> {
  for (let forgotten = 0; ;) {
    const { rows } = await sql<{ n: number }>`
      select forget_record_changes(now() - make_interval(days => ${CHANGE_DAYS + 2}::integer), ${AT_ONCE}::integer) as n`.execute(
      database.queries,
    );
    const n = rows[0]?.n ?? 0;
    forgotten += n;
    if (n < AT_ONCE || stopping?.aborted) return forgotten;
  }
}

/** Runs immediately, then hourly, until it is stopped. */
export const startDeletingOldChanges = (services: DeletionServices): (() => Promise<void>) =>
  repeat(async (stopping) => {
    try {
      const changes = await deleteOldChanges(services, stopping);
      if (changes > 0) services.log.info({ changes }, 'old changes were deleted');
    } catch (error) {
      services.log.warn({ err: error }, 'old changes could not be deleted; trying again in an hour');
    }
  }, INTERVAL_MS);
