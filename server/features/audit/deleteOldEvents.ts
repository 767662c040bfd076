/** Deletes events of the audit after AUDIT_DAYS. */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../../base/config';
import type { Database } from '../../database';

interface DeletionServices {
  readonly database: Pick<Database, 'queries'>;
  readonly log: FastifyBaseLogger;
  readonly config: Pick<Config, 'auditDays'>;
}

const EVERY_MS = 3_600_000;
const AT_ONCE = 5_000;

/** @returns how many events were deleted */
export async function deleteOldEvents({
  database,
  config,
}: Pick<DeletionServices, 'database' | 'config'>): Promise<number> {
  for (let forgotten = 0; ;) {
    const { rows } = await sql<{ n: number }>`
      select audit_forget(now() - make_interval(days => ${config.auditDays}::integer), ${AT_ONCE}) as n`.execute(
      database.queries,
    );
    const n = rows[0]?.n ?? 0;
    forgotten += n;
    if (n < AT_ONCE) return forgotten;
  }
}

/** Runs immediately, then hourly, until it is stopped. */
export function startDeletingOldEvents(services: DeletionServices): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const forget = async (): Promise<void> => {
    try {
      const events = await deleteOldEvents(services);
      if (events > 0) services.log.info({ events }, 'old events of the audit were deleted');
    } catch (error) {
      services.log.warn({ err: error }, 'old events of the audit could not be deleted; trying again in an hour');
    }
  };
  const round = (): void => {
    running = running.then(forget);
  };
  round();
  const timer = setInterval(round, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
