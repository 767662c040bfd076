/** Publishes the events that transactions queued (decision 11). */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { OrganizationType } from '../../../contract/base/organizations';
import { asksForAction, codesAskingAbout } from '../../../contract/records/notificationRecord';
import type { Database, Queries } from '../../database';
import { repeat } from '../../platform/repeat';
import type { Notifier, QueueableEvent } from '../notifications/notifier';
import { readRecords } from './actions/actionRows';
import { MAX_AT_ONCE, processQueue } from './processQueue';

interface QueueServices {
  readonly database: Pick<Database, 'queries' | 'withScope'>;
  readonly notifier: Notifier;
  readonly log: FastifyBaseLogger;
}

interface Queued {
  readonly id: number;
  readonly tenantId: string;
  readonly organizationId: string;
  readonly organizationType: OrganizationType;
  readonly actorId: string | null;
  readonly event: QueueableEvent;
}

/** For events that another node queued and could not publish. */
const INTERVAL_MS = 1_000;

/**
 * Publishes all queued events, each exactly once, in a transaction of its own. Several nodes share the work. A failed
 * one is logged and tried again in the next round; the others are published. Ends after the one under way if it is
 * stopped.
 */
export function publishQueued({ database, notifier, log }: QueueServices, stopping?: AbortSignal): Promise<void> {
  return processQueue(
    {
      read: async (after) => {
        const { rows } = await sql<Queued>`
          select queued_id as "id", queued_tenant_id as "tenantId", queued_organization_id as "organizationId",
            queued_organization_type as "organizationType", queued_actor_id as "actorId", queued_event as "event"
          from notification_queue_due(${MAX_AT_ONCE}, ${after})`.execute(database.queries);
        return rows;
      },
      process: (queued) => publishOne({ database, notifier }, queued),
      failed: (error, { id, event }) =>
        log.warn({ err: error, id, event }, 'a queued notification could not be published; trying again'),
    },
    stopping,
  );
}

async function publishOne(
  { database, notifier }: Omit<QueueServices, 'log'>,
  { id, tenantId, organizationId, organizationType, actorId, event }: Queued,
): Promise<void> {
  const scope = { organizationId, tenantId, organizationType, userId: null } as const;
  await database.withScope(scope, async (queries) => {
    const claim = await sql<{ isMine: boolean }>`select notification_queue_claim(${id}) as "isMine"`.execute(queries);
    if (claim.rows[0]?.isMine !== true) return;
    // Locked before the counters, as by an action: it sees the notification afterwards, or is seen here.
    const locked = await sql`select from timesheets where id = ${event.timesheetId}::uuid for share`.execute(queries);
    if (locked.rows.length === 0) return;
    await notifier.publish(queries, event, { organizationType, actorId });
    if (!(await stillAsks(queries, event))) {
      await sql`select notification_settling_add('timesheet', ${event.timesheetId}::uuid)`.execute(queries);
    }
  });
}

/** Whether the event's notification requests nothing, or an action that the timesheet still waits for. */
async function stillAsks(queries: Queries, { what, timesheetId }: QueueableEvent): Promise<boolean> {
  if (!codesAskingAbout('timesheet').includes(what)) return true;
  const [record] = await readRecords(queries, 'timesheet', [timesheetId]);
  return record !== undefined && asksForAction(what, record.state);
}

/** Runs until it is stopped. */
export const startPublishingQueued = (services: QueueServices): (() => Promise<void>) =>
  repeat(
    (stopping) =>
      publishQueued(services, stopping).catch((error: unknown) =>
        services.log.warn({ err: error }, 'queued notifications could not be published; trying again'),
      ),
    INTERVAL_MS,
    (wake) => services.notifier.whenQueued(wake),
  );
