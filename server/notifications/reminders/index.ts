/** Looks from time to time for what has come due, tells of it, and lets go of what is old. */
import { sql } from 'kysely';
import type { Queries, Scope } from '../../database';
import type { Services } from '../../services';
import { ERRANDS, type Errand } from './errands';

const EVERY_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Of each kind and programme in a round; what is left waits for the next one. */
const MOST_A_ROUND = 200;
const PEOPLE_AT_ONCE = 50;

export type ReminderServices = Pick<Services, 'database' | 'notifier' | 'log'>;

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

async function findTenants(queries: Queries): Promise<Scope[]> {
  const { rows } = await sql<{ id: string }>`select tenant_id as id from reminder_tenants()`.execute(queries);
  return rows.map(({ id }) => ({ organizationId: id, tenantId: id, organizationType: 'VMS', userId: null }));
}

/** Tells of what is due at this moment, each in a transaction of its own. Answers how much that was. */
export async function remind(services: ReminderServices, now: Date): Promise<number> {
  let told = 0;
  for (const scope of await findTenants(services.database.queries)) {
    for (const errand of ERRANDS) told += await runErrand(services, scope, errand, dayOf(now));
  }
  return told;
}

/** One that cannot be told is logged and tried again the next time; the others are told. */
async function runErrand(
  { database, notifier, log }: ReminderServices,
  scope: Scope,
  errand: Errand,
  day: string,
): Promise<number> {
  let told = 0;
  const due = await database.withScope(scope, (queries) => errand.find(queries, day, MOST_A_ROUND));
  for (const { claim, events } of due) {
    try {
      const isMine = await database.withScope(scope, async (queries) => {
        if ((await claim.execute(queries)).rows.length === 0) return false;
        for (const event of events) {
          await notifier.publish(queries, event, { organizationType: scope.organizationType });
        }
        return true;
      });
      if (isMine) told += 1;
    } catch (error) {
      log.warn({ err: error, errand: errand.name }, 'something that is due could not be told');
    }
  }
  return told;
}

/** Lets go of what was told more than `days` ago. Answers for how many people something went. */
export async function prune({ database }: Pick<Services, 'database'>, now: Date, days: number): Promise<number> {
  const cutoff = new Date(now.getTime() - days * DAY_MS);
  let people = 0;
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select notification_prune(${cutoff}::timestamptz, ${PEOPLE_AT_ONCE}) as n`.execute(database.queries);
    people += rows[0]?.n ?? 0;
    if ((rows[0]?.n ?? 0) === 0) break;
  }
  await sql`select notification_sweep(${cutoff}::timestamptz)`.execute(database.queries);
  return people;
}

/** Goes on until it is stopped, one round after the other; what goes wrong is tried again. */
export function startReminders(
  services: ReminderServices & Pick<Services, 'config'>,
  clock: () => Date = () => new Date(),
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let prunedAt = Number.NEGATIVE_INFINITY;

  const round = async (): Promise<void> => {
    const now = clock();
    try {
      await remind(services, now);
      if (now.getTime() - prunedAt >= PRUNE_EVERY_MS) {
        await prune(services, now, services.config.notificationDays);
        prunedAt = now.getTime();
      }
    } catch (error) {
      services.log.warn({ err: error }, 'what is due could not be found; it is looked for again');
    }
    if (!stopped) timer = setTimeout(again, EVERY_MS).unref();
  };
  let running: Promise<void>;
  const again = (): void => {
    running = round();
  };
  again();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
