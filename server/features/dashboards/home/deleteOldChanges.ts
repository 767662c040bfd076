/** Deletes records of changes that are older than any change that is shown. */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { CHANGE_DAYS } from '../../../../contract/lists/list';
import type { Database } from '../../../database';

interface DeletionServices {
  readonly database: Pick<Database, 'queries'>;
  readonly log: FastifyBaseLogger;
}

const EVERY_MS = 3_600_000;

/** One day longer than needed, for links that have just been opened. */
export async function deleteOldChanges({ database }: Pick<DeletionServices, 'database'>): Promise<void> {
  await sql`select forget_record_changes(now() - make_interval(days => ${CHANGE_DAYS + 2}::integer))`.execute(
    database.queries,
  );
}

/** Runs hourly until it is stopped. */
export function startDeletingOldChanges(services: DeletionServices): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const round = (): void => {
    running = running.then(() =>
      deleteOldChanges(services).catch((error: unknown) =>
        services.log.warn({ err: error }, 'old changes could not be deleted; trying again in an hour'),
      ),
    );
  };
  const timer = setInterval(round, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
