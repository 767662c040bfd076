/**
 * Row-level security as the second wall: every policy reads who is asking from settings of the transaction, which end
 * with it and so can never reach the next user of a pooled connection. Without them there are no rows.
 */
import { sql } from 'kysely';
import type { OrganizationType } from '../../contract';
import { withRetry } from './retry';
import type { Queries } from './schema';

export interface Scope {
  readonly organizationId: string;
  readonly organizationType: OrganizationType;
  readonly tenantId: string;
  /** Null before the person is known, as during sign-in. */
  readonly userId: string | null;
}

/** `work` is one transaction. It may be run again when another transaction got in its way, so it only queries. */
export function withScope<T>(db: Queries, scope: Scope, work: (queries: Queries) => Promise<T>): Promise<T> {
  return withRetry(() =>
    db.transaction().execute(async (transaction) => {
      await sql`select
        set_config('app.organization_id', ${scope.organizationId}, true),
        set_config('app.organization_type', ${scope.organizationType}, true),
        set_config('app.tenant_id', ${scope.tenantId}, true),
        set_config('app.user_id', ${scope.userId ?? ''}, true)`.execute(transaction);
      return work(transaction);
    }),
  );
}
