/** Runs the reminder jobs periodically and deletes old notifications. */
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { daysBefore, instantOf } from '../../../base/dates';
import type { Config } from '../../../base/config';
import { inTransaction, type Database, type Queries, type Scope } from '../../../database';
import type { SharedClock } from '../../../platform/clock';
import { repeat } from '../../../platform/repeat';
import type { Notifier } from '../notifier';
import { wakeSnoozed } from '../states';
import { REMINDER_JOBS, type ReminderJob } from './reminderJobs';

const INTERVAL_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;
/** Per job and program in one round; the rest waits for the next. */
const MAX_PER_ROUND = 200;
const PEOPLE_AT_ONCE = 50;
const ROWS_AT_ONCE = 1_000;

export interface ReminderServices {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly log: FastifyBaseLogger;
}

async function findTenants(queries: Queries): Promise<Scope[]> {
  const { rows } = await sql<{ id: string }>`select tenant_id as id from reminder_tenants()`.execute(queries);
  return rows.map(({ id }) => ({ organizationId: id, tenantId: id, organizationType: 'VMS', userId: null }));
}

/** Publishes what is due at `now`, each item in its own transaction, until it is stopped. Returns how many. */
export async function runReminderJobs(services: ReminderServices, now: Date, stopping?: AbortSignal): Promise<number> {
  let published = 0;
  for (const scope of await findTenants(services.database.queries)) {
    for (const job of REMINDER_JOBS) published += await runReminderJob(services, scope, job, now, stopping);
  }
  return published;
}

/** A failed item, or a failure to find what is due, is logged and tried again in the next round; the rest goes on. */
async function runReminderJob(
  { database, notifier, log }: ReminderServices,
  scope: Scope,
  job: ReminderJob,
  now: Date,
  stopping?: AbortSignal,
): Promise<number> {
  if (stopping?.aborted) return 0;
  let published = 0;
  const due = await database
    .withScope(scope, (queries) => job.find(queries, now, MAX_PER_ROUND))
    .catch((error: unknown) => {
      log.warn({ err: error, job: job.name, program: scope.tenantId }, 'due reminders could not be found');
      return [];
    });
  for (const { claim, also, events } of due) {
    if (stopping?.aborted) break;
    try {
      const isMine = await database.withScope(scope, async (queries) => {
        if ((await claim.execute(queries)).rows.length === 0) return false;
        await also(queries);
        for (const event of events) {
          await notifier.publish(queries, event, { organizationType: scope.organizationType });
        }
        return true;
      });
      if (isMine) published += 1;
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'a reminder could not be published');
    }
  }
  return published;
}

/** Ends the snoozes that are over, until it is stopped. Returns how many people had any. */
export async function endDueSnoozes(
  { database, notifier }: Pick<ReminderServices, 'database' | 'notifier'>,
  stopping?: AbortSignal,
): Promise<number> {
  let people = 0;
  for (;;) {
    const woken = await inTransaction(database.queries, async (queries) => {
      const userIds = await wakeSnoozed(queries, MAX_PER_ROUND);
      await notifier.signal(queries, userIds);
      return userIds.length;
    });
    people += woken;
    if (woken === 0 || stopping?.aborted) return people;
  }
}

/** Deletes notifications older than `days`, until it is stopped. Returns for how many users. */
export async function deleteOldNotifications(
  { database }: Pick<ReminderServices, 'database'>,
  now: Date,
  days: number,
  stopping?: AbortSignal,
): Promise<number> {
  const cutoff = daysBefore(now, days);
  let people = 0;
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select notification_prune(${cutoff}::timestamptz, ${PEOPLE_AT_ONCE}) as n`.execute(database.queries);
    people += rows[0]?.n ?? 0;
    if (stopping?.aborted) return people;
    if ((rows[0]?.n ?? 0) === 0) break;
  }
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select notification_sweep(${cutoff}::timestamptz, ${ROWS_AT_ONCE}) as n`.execute(database.queries);
    if ((rows[0]?.n ?? 0) === 0 || stopping?.aborted) return people;
  }
}

/** Runs until it is stopped, one round after the other; failures are tried again. */
export function startReminders(
  services: ReminderServices & {
    readonly config: Pick<Config, 'notificationDays'>;
    readonly clock: Pick<SharedClock, 'now'>;
  },
): () => Promise<void> {
  let prunedAt = Number.NEGATIVE_INFINITY;
  const attempt = async (work: string, run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      services.log.warn({ err: error }, `${work} failed; trying again in a minute`);
    }
  };
  return repeat(async (stopping) => {
    const now = instantOf(services.clock.now());
    // One that fails does not stop the others.
    await attempt('ending snoozes', () => endDueSnoozes(services, stopping));
    await attempt('sending reminders', () => runReminderJobs(services, now, stopping));
    if (now.getTime() - prunedAt < PRUNE_EVERY_MS) return;
    await attempt('deleting old notifications', async () => {
      await deleteOldNotifications(services, now, services.config.notificationDays, stopping);
      prunedAt = now.getTime();
    });
  }, INTERVAL_MS);
}
