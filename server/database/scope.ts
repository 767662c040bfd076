/**
 * Row-level security is the second line of defense: policies read the caller from transaction settings, which end with
 * the transaction and so never reach the next user of a pooled connection. Without settings there are no rows.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OrganizationType } from '../../contract/base/organizations';
import { dayAt } from '../base/dates';
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
}

/** The viewer's calendar date. */
export const todayOf = ({ timeZone }: Pick<Scope, 'timeZone'>): string => dayAt(new Date(), timeZone);

/** `work` is one transaction. It may run again after a conflict, so it must only query. */
export function withScope<T>(db: Queries, scope: Scope, work: (queries: Queries) => Promise<T>): Promise<T> {
  return withRetry(() =>
    inTransaction(db, async (transaction) => {
      await enterScope(transaction, scope);
      return work(transaction);
    }),
  );
}

/** From here on the transaction is in this scope. For the owner of the platform, who changes other organizations. */
export async function enterScope(transaction: Queries, scope: Scope): Promise<void> {
  await sql`select
    set_config('app.organization_id', ${scope.organizationId}, true),
    set_config('app.organization_type', ${scope.organizationType}, true),
    set_config('app.tenant_id', ${scope.tenantId}, true),
    set_config('app.user_id', ${scope.userId ?? ''}, true)`.execute(transaction);
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
