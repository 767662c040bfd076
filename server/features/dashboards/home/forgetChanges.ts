/** Forgets how records were before more days than changes are promised for. */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { CHANGE_DAYS } from '../../../../contract/lists/list';
import type { Database } from '../../../database';

interface ForgetServices {
  readonly database: Pick<Database, 'queries'>;
  readonly log: FastifyBaseLogger;
}

const EVERY_MS = 3_600_000;

/** A day more than promised is kept, for whoever just opened a link. */
export async function forgetChanges({ database }: Pick<ForgetServices, 'database'>): Promise<void> {
  await sql`select forget_record_changes(now() - make_interval(days => ${CHANGE_DAYS + 2}::integer))`.execute(
    database.queries,
  );
}

/** Runs hourly until it is stopped. */
export function startForgettingChanges(services: ForgetServices): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const round = (): void => {
    running = running.then(() =>
      forgetChanges(services).catch((error: unknown) =>
        services.log.warn({ err: error }, 'old changes could not be forgotten; trying again in an hour'),
      ),
    );
  };
  const timer = setInterval(round, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
