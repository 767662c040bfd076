/** Finds broadcasts that are due or overdue, and sends or escalates each once: a second node finds it already done. */
import { sql } from 'kysely';
import type { OrganizationType } from '../../../contract/base/organizations';
import { escalateBroadcast } from './escalation';
import { sendBroadcast } from './send';
import type { Database } from '../../database';
import type { Notifier } from '../notifications/notifier';
import type { Audit } from '../../platform/audit';
import type { EventBus } from '../../platform/eventBus/eventBus';
import { repeat } from '../../platform/repeat';
import type { FastifyBaseLogger } from 'fastify';

interface ScheduleServices {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly audit: Audit;
  readonly bus: Pick<EventBus, 'publish'>;
  readonly log: FastifyBaseLogger;
}

const INTERVAL_MS = 5_000;
const MAX_PER_ROUND = 50;
/** The audit's client for what the server does by itself. */
const SERVER = { address: '', device: 'server' } as const;

type SweepServices = ScheduleServices;

interface Due {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationType: OrganizationType;
  readonly tenantId: string;
}

/** Returns how many were sent until it was stopped. One that fails is logged and tried again; the others are sent. */
export async function sendDueBroadcasts(services: SweepServices, stopping?: AbortSignal): Promise<number> {
  const { database, log } = services;
  const { rows } = await sql<Due>`
    select id, organization_id as "organizationId", organization_type as "organizationType", tenant_id as "tenantId"
    from broadcast_due(${MAX_PER_ROUND})`.execute(database.queries);
  let sent = 0;
  for (const { id, ...scope } of rows) {
    if (stopping?.aborted) return sent;
    try {
      const recipients = await database.withScope({ ...scope, userId: null }, (queries) =>
        sendBroadcast(services, queries, id, SERVER),
      );
      if (recipients !== undefined) sent += 1;
    } catch (error) {
      log.warn({ err: error, broadcast: id }, 'a due broadcast could not be sent');
    }
  }
  await sql`select broadcast_sweep()`.execute(database.queries);
  return sent;
}

/** Escalates overdue broadcasts until it is stopped. Returns how many. */
export async function escalateOverdueBroadcasts(services: SweepServices, stopping?: AbortSignal): Promise<number> {
  const { database, log } = services;
  const { rows } = await sql<Due>`
    select id, organization_id as "organizationId", organization_type as "organizationType", tenant_id as "tenantId"
    from broadcast_overdue(${MAX_PER_ROUND})`.execute(database.queries);
  let escalated = 0;
  for (const { id, ...scope } of rows) {
    if (stopping?.aborted) return escalated;
    try {
      const notified = await database.withScope({ ...scope, userId: null }, (queries) =>
        escalateBroadcast(services, queries, id, SERVER),
      );
      if (notified !== undefined) escalated += 1;
    } catch (error) {
      log.warn({ err: error, broadcast: id }, 'an overdue broadcast could not be escalated');
    }
  }
  return escalated;
}

/** Runs until it is stopped. */
export const startScheduledBroadcasts = (services: SweepServices): (() => Promise<void>) =>
  repeat(
    (stopping) =>
      sendDueBroadcasts(services, stopping)
        .then(() => escalateOverdueBroadcasts(services, stopping))
        .catch((error: unknown) => services.log.warn({ err: error }, 'due broadcasts could not be read; trying again')),
    INTERVAL_MS,
  );
