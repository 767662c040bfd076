/** Settles notifications whose record has left the state that required an action (decision 35). */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import {
  codesAskingAbout,
  asksForAction,
  OPEN_WHILE,
  SETTLED_KINDS,
  type SettlingKind,
} from '../../../contract/records/notificationRecord';
import type { RecordState } from '../../../contract/records/action';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import type { Database, Queries } from '../../database';
import { repeat } from '../../platform/repeat';
import type { Notifier } from '../notifications/notifier';
import { readRecords } from './actions/actionRows';
import { MAX_AT_ONCE, processQueue } from './processQueue';

interface SettleServices {
  readonly database: Pick<Database, 'queries' | 'withScope'>;
  readonly notifier: Notifier;
  readonly log: FastifyBaseLogger;
}

interface Queued {
  readonly id: number;
  readonly tenantId: string;
  readonly kind: string;
  readonly recordId: string;
}

/** Readers see the outcome within about this time. */
const INTERVAL_MS = 1_000;

/**
 * Settles all queued records, each in a transaction of its own. Several nodes share the work. A failed one is logged
 * and tried again in the next round; the others are settled. Ends after the one under way if it is stopped.
 */
export function settleNotifications(
  { database, notifier, log }: SettleServices,
  stopping?: AbortSignal,
): Promise<void> {
  return processQueue(
    {
      read: async (after) => {
        const { rows } = await sql<Queued>`
          select queued_id as "id", queued_tenant_id as "tenantId", queued_kind as "kind", queued_record_id as "recordId"
          from notification_settling_due(${MAX_AT_ONCE}, ${after})`.execute(database.queries);
        return rows;
      },
      process: (queued) => settleQueued({ database, notifier }, queued),
      failed: (error, { kind, recordId }) =>
        log.warn({ err: error, kind, recordId }, 'the notifications of a record could not be settled; trying again'),
    },
    stopping,
  );
}

async function settleQueued(
  { database, notifier }: Omit<SettleServices, 'log'>,
  { id, tenantId, kind, recordId }: Queued,
): Promise<void> {
  const scope = { organizationId: tenantId, tenantId, organizationType: 'VMS', userId: null } as const;
  await database.withScope(scope, async (queries) => {
    // A record that another node is settling waits: what that node writes must be known.
    const claim = await sql<{ isMine: boolean }>`
      select case when pg_try_advisory_xact_lock(hashtextextended(${recordId}, 0))
        then notification_settling_claim(${id}) else false end as "isMine"`.execute(queries);
    if (claim.rows[0]?.isMine !== true) return;
    const known = SETTLED_KINDS.find((each) => each === kind);
    if (known) await notifier.signal(queries, await settle(queries, known, recordId));
  });
}

/** Returns the ids of the users whose notifications changed. */
async function settle(queries: Queries, kind: SettlingKind, recordId: string): Promise<readonly string[]> {
  const record = await readState(queries, kind, recordId);
  const asking = codesAskingAbout(kind);
  if (record === undefined || asking.length === 0) return [];
  const open = asking.filter((code) => asksForAction(code, record.state));
  const settled = asking.filter((code) => !open.includes(code));
  // All notifications that request an action on records of a kind depend on the same part of their state.
  const part = asking.map((code) => OPEN_WHILE[code]?.part)[0] ?? '';
  const outcome = { status: statusAfter(record.state, part), by: record.changedBy, at: record.changedAt };
  const { rows } = await sql<{ id: string }>`
    select distinct told_user_id as "id" from notification_settle(${recordId}::uuid, ${open}::text[], ${settled}::text[],
      ${JSON.stringify(outcome)}::jsonb)`.execute(queries);
  return rows.map(({ id }) => id);
}

/** An extension that is neither asked for nor due was granted, or the assignment has ended. */
function statusAfter(state: RecordState, part: string): string {
  const { [part]: value = '', status = '' } = state;
  if (part !== 'extension' || value !== 'NONE') return value;
  return status === 'ACTIVE' ? 'EXTENDED' : status;
}

type StateOfRecord = Pick<ActionableRecord, 'state' | 'changedBy' | 'changedAt'>;

async function readState(queries: Queries, kind: SettlingKind, id: string): Promise<StateOfRecord | undefined> {
  if (kind !== 'invoice' && kind !== 'task') return (await readRecords(queries, kind, [id]))[0];
  const { rows } = await (
    kind === 'invoice'
      ? sql<StateRow>`
      select regexp_replace(i.status, '^(REVERSE_)?INVOICE_', '') as status, e.actor as by, e.at
      from invoices i left join lateral (
        select v.actor, v.at from record_events v
        where v.record_id = i.id and v.record_table = 'invoices' order by v.id desc limit 1) e on true
      where i.id = ${id}::uuid`
      : sql<StateRow>`select t.status, t.done_by as by, t.done_at as at from tasks t where t.id = ${id}::uuid`
  ).execute(queries);
  return rows.map(({ status, by, at }) => ({
    state: { status },
    changedBy: by,
    changedAt: at?.toISOString() ?? null,
  }))[0];
}

interface StateRow {
  readonly status: string;
  readonly by: string | null;
  readonly at: Date | null;
}

/** Runs until it is stopped. */
export const startSettling = (services: SettleServices): (() => Promise<void>) =>
  repeat(
    (stopping) =>
      settleNotifications(services, stopping).catch((error: unknown) =>
        services.log.warn({ err: error }, 'settled notifications could not be brought up to date; trying again'),
      ),
    INTERVAL_MS,
  );
