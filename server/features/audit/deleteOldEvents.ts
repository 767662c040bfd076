/** Deletes events of the audit after AUDIT_DAYS. */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../../base/config';
import type { Database } from '../../database';
import { repeat } from '../../platform/repeat';

interface DeletionServices {
  readonly database: Pick<Database, 'queries'>;
  readonly log: FastifyBaseLogger;
  readonly config: Pick<Config, 'auditDays'>;
}

const INTERVAL_MS = 3_600_000;
const AT_ONCE = 5_000;

/**
 * Ends after the step under way if it is stopped.
 *
 * @returns how many events were deleted
 */
export async function deleteOldEvents(
  { database, config }: Pick<DeletionServices, 'database' | 'config'>,
  stopping?: AbortSignal,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { rows } = await sql<{ n: number }>`
      select audit_forget(now() - make_interval(days => ${config.auditDays}::integer), ${AT_ONCE}) as n`.execute(
      database.queries,
    );
    const n = rows[0]?.n ?? 0;
    deleted += n;
    if (n < AT_ONCE || stopping?.aborted) return deleted;
  }
}

/** Runs immediately, then hourly, until it is stopped. */
export const startDeletingOldEvents = (services: DeletionServices): (() => Promise<void>) =>
  repeat(async (stopping) => {
    try {
      const events = await deleteOldEvents(services, stopping);
      if (events > 0) services.log.info({ events }, 'old events of the audit were deleted');
    } catch (error) {
      services.log.warn({ err: error }, 'old events of the audit could not be deleted; trying again in an hour');
    }
  }, INTERVAL_MS);
