/** Reads the audit from an id on, and continues as events are added. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { ApiError } from '../../base/errors';
import type { Database } from '../../database';
import { linesBetween, type AuditLine } from './auditLines';

export interface AuditStreamOptions {
  /** The last id that the reader has. */
  readonly after: number;
  /** Whether to wait for further events, until `signal`. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
  /** Receives a sentence whenever a transaction has delayed newer events for another `warnAfterMs`. */
  readonly warn: (sentence: string) => void;
  /** A minute by default. */
  readonly warnAfterMs?: number;
}

const POLL_MS = 2_000;
const SETTLE_MS = 250;
const CHECK_MS = 100;
const WARN_AFTER_MS = 60_000;

type OperatorDatabase = Pick<Database, 'asOperator'>;

/**
 * In the order of their ids, without gaps. A transaction that stays open delays a follower; without `follow` ApiError
 * is thrown. Transactions of other databases of the cluster count, too: restoring a backup to check it is one.
 */
export async function* streamAudit(
  database: OperatorDatabase,
  following: AuditStreamOptions,
): AsyncGenerator<readonly AuditLine[]> {
  const { after, follow, signal } = following;
  let last = after;
  while (!signal.aborted) {
    const upTo = await newest(database);
    if (upTo > last) {
      await settled(database, following);
      while (last < upTo && !signal.aborted) {
        const lines = await database.asOperator((queries) => linesBetween(queries, { after: last, upTo }));
        // Numbers of transactions that rolled back never appear.
        last = lines.at(-1)?.id ?? upTo;
        if (lines.length > 0) yield lines;
      }
    }
    if (!follow) return;
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function newest(database: OperatorDatabase): Promise<number> {
  const { rows } = await database.asOperator((queries) =>
    sql<{ id: number | null }>`select max(id) as id from audit_events`.execute(queries),
  );
  return rows[0]?.id ?? 0;
}

/**
 * Waits until every transaction that may have taken a smaller number has ended: a row with that number could still
 * appear after one with a larger number was read.
 */
async function settled(
  database: OperatorDatabase,
  { follow, signal, warn, warnAfterMs = WARN_AFTER_MS }: AuditStreamOptions,
): Promise<void> {
  // A transaction has its own number a moment after it has taken one for its row.
  await delay(SETTLE_MS);
  const ask = <T>(text: ReturnType<typeof sql<T>>) =>
    database.asOperator(async (queries) => (await text.execute(queries)).rows[0]);
  const fence = (await ask(sql<{ at: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as at`))?.at;
  for (let waited = 0; !signal.aborted; waited += CHECK_MS) {
    const over = await ask(
      sql<{ over: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${fence}::text::xid8 as over`,
    );
    if (over?.over === true) return;
    if (waited > 0 && waited % warnAfterMs === 0) {
      const state = 'A transaction of the database has been open for too long, so newer events may be incomplete.';
      if (follow) warn(`${state} They are printed when it has ended (pg_stat_activity shows it).`);
      else {
        throw new ApiError('service.unavailable', {
          sentence: `${state} Please try again when it has ended, or end it (pg_stat_activity shows it). Do not end vms-backup, which checks a backup.`,
        });
      }
    }
    await delay(CHECK_MS);
  }
}
