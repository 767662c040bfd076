/** Folds the queues of the tallies into them periodically; readers add the queues in the meantime. */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../../database';
import { repeat } from '../../../platform/repeat';

interface FoldServices {
  readonly database: Pick<Database, 'queries'>;
  readonly log: FastifyBaseLogger;
}

/** Between two rounds: long enough for a round to have work, short enough to leave little for readers to add. */
const INTERVAL_MS = 5_000;

/** One server at a time does it. */
export async function foldTallies({ database }: Pick<FoldServices, 'database'>): Promise<void> {
  await sql`select fold_tallies()`.execute(database.queries);
}

/** Runs until it is stopped. */
export const startFoldingTallies = (services: FoldServices): (() => Promise<void>) =>
  repeat(
    () =>
      foldTallies(services).catch((error: unknown) =>
        services.log.warn({ err: error }, 'the tallies could not be brought up to date; trying again'),
      ),
    INTERVAL_MS,
  );
