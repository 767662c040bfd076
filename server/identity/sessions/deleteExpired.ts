/** Ends and deletes what has expired: sessions and their tokens, codes, mails and counted attempts. */
import type { FastifyBaseLogger } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database';
import { repeat } from '../../platform/repeat';

interface DeletionServices {
  readonly database: Pick<Database, 'queries'>;
  readonly log: FastifyBaseLogger;
}

const INTERVAL_MS = 60_000;
/** With a session go hundreds of tokens. */
const AT_ONCE = 500;

/**
 * First ends what must not be used any more, so that no amount of old data can delay that. Stopped, it takes at
 * most one more step of each kind.
 */
export async function deleteExpired(
  { database }: Pick<DeletionServices, 'database'>,
  stopping?: AbortSignal,
): Promise<void> {
  const inSteps = async (step: RawBuilder<{ n: number }>): Promise<void> => {
    for (;;) {
      const { rows } = await step.execute(database.queries);
      if ((rows[0]?.n ?? 0) < AT_ONCE || stopping?.aborted) return;
    }
  };
  await inSteps(sql`select access_expire(${AT_ONCE}) as n`);
  await inSteps(sql`select access_delete_old(${AT_ONCE}) as n`);
}

/** Runs immediately, then every minute, until it is stopped. */
export const startDeletingExpired = (services: DeletionServices): (() => Promise<void>) =>
  repeat(async (stopping) => {
    try {
      await deleteExpired(services, stopping);
    } catch (error) {
      services.log.warn({ err: error }, 'expired rows could not be deleted; trying again in a minute');
    }
  }, INTERVAL_MS);
