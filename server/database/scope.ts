/**
 * Row-level security is the second line of defense: policies read the caller from transaction settings, which end with
 * the transaction and so never reach the next user of a pooled connection. Without settings there are no rows.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { OrganizationType } from '../../contract/base/organizations';
import { dayAt } from '../base/dates';
import { traced } from '../base/tracing';
import { inTransaction } from './afterCommit';
import { isConflict } from './errors';
import type { Queries } from './schema';

export interface Scope {
  readonly organizationId: string;
  readonly organizationType: OrganizationType;
  readonly tenantId: string;
  /** Null before the user is known, as during sign-in. */
  readonly userId: string | null;
  /** The viewer's IANA zone, for their calendar date; UTC if absent. */
  readonly timeZone?: string;
  /** A position in the write-ahead log at or after the user's last write; unknown if absent. See replica.ts. */
  readonly lastWrite?: string;
}

/** The viewer's calendar date. */
export const todayOf = ({ timeZone }: Pick<Scope, 'timeZone'>): string => dayAt(new Date(), timeZone);

/**
 * `work` is one transaction. It may run again after a conflict, so it must only query. Throws what `work` throws; a
 * conflict is thrown after the last attempt.
 */
export function withScope<T>(db: Queries, scope: Scope, work: (queries: Queries) => Promise<T>): Promise<T> {
  return traced('transaction', factsOf(scope), () =>
    withRetry(() =>
      inTransaction(db, async (transaction) => {
        await enterScope(transaction, scope);
        return work(transaction);
      }),
    ),
  );
}

/** For its span. */
const factsOf = (scope: Scope) => () => ({ 'vms.organization_type': scope.organizationType });

/**
 * As `withScope` but read only, also on the primary: what runs there must be able to run on a replica. Throws what
 * `work` throws.
 */
export function withReadScope<T>(db: Queries, scope: Scope, work: (queries: Queries) => Promise<T>): Promise<T> {
  return traced('transaction', factsOf(scope), () =>
    withRetry(() =>
      readOnly(db).execute(async (transaction) => {
        await enterScope(transaction, scope);
        return work(transaction);
      }),
    ),
  );
}

/** A transaction that refuses writes. */
export const readOnly = (db: Queries) => db.transaction().setAccessMode('read only');

/**
 * Puts the transaction into this scope from here on. For the owner of the platform, who changes other organizations.
 */
export async function enterScope(transaction: Queries, scope: Scope): Promise<void> {
  await sql`select ${settings(scope)}`.execute(transaction);
}

const settings = (scope: Scope): RawBuilder<unknown> => sql`
    set_config('app.organization_id', ${scope.organizationId}, true),
    set_config('app.organization_type', ${scope.organizationType}, true),
    set_config('app.tenant_id', ${scope.tenantId}, true),
    set_config('app.user_id', ${scope.userId ?? ''}, true)`;

/**
 * As `enterScope` on a replica; the same statement returns whether it has replayed this position. Later statements see
 * everything that it had replayed by then.
 */
export async function enterScopeFrom(transaction: Queries, scope: Scope, position: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isThere", ${settings(scope)}`.execute(
    transaction,
  );
  return rows[0]?.isThere === true;
}

const MAX_TRIES = 4;
const PAUSE_MS = 20;

/**
 * Runs a transaction again when a concurrent one forced its rollback. Throws the transaction's error if it is no
 * conflict, or after the last attempt.
 */
export async function withRetry<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
      // A random pause, so that the two do not collide again.
      await delay(Math.random() * PAUSE_MS * 2 ** tries);
    }
  }
}
