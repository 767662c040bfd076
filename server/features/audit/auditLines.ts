/**
 * Events of the audit as they are exported: flat objects with everything recorded. From the screen in the order of the
 * list, newest first unless requested otherwise; for the command by id.
 */
import { sql } from 'kysely';
import type { AuditEvent, AuditOutcome } from '../../../contract/identity/auditEvents';
import type { Database, Queries, Scope } from '../../database';

export interface AuditLine {
  /** Rises with each event; not without gaps. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly event: AuditEvent;
  readonly outcome: AuditOutcome;
  readonly reason: string | null;
  readonly organizationId: string | null;
  /** Its code. */
  readonly organization: string | null;
  readonly userId: string | null;
  /** `First Last (username)`. */
  readonly user: string | null;
  readonly sessionId: string | null;
  readonly address: string | null;
  readonly device: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

const LINE = sql`
  e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.event, e.outcome, e.reason,
  e.organization_id as "organizationId", o.code as organization, e.user_id as "userId", audit_person(e.user_id) as user,
  e.session_id as "sessionId", e.address, e.device, e.details -> 'before' as before, e.details -> 'after' as after
  from audit_events e left join organizations o on o.id = e.organization_id`;

const AT_ONCE = 1_000;

/** These rows of the list, in their order, a thousand at a time. */
export async function* linesOf(
  database: Pick<Database, 'withScope'>,
  ids: readonly string[],
  scope: Scope,
): AsyncGenerator<readonly AuditLine[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const wanted = ids.slice(from, from + AT_ONCE);
    const { rows } = await database.withScope(scope, (queries) =>
      sql<AuditLine>`select ${LINE} where audit_key(e.id) = any(${wanted}::uuid[])
        order by array_position(${wanted}::uuid[], audit_key(e.id))`.execute(queries),
    );
    yield rows;
  }
}

export interface Range {
  /** Events with a larger id. */
  readonly after: number;
  /** And with no larger one than this. */
  readonly upTo: number;
}

/** The first thousand of these, by id. `queries` are the operator's, who reads everything. */
export async function linesBetween(queries: Queries, { after, upTo }: Range): Promise<readonly AuditLine[]> {
  await sql`select set_config('app.organization_type', 'OWNER', true)`.execute(queries);
  const { rows } = await sql<AuditLine>`
    select ${LINE} where e.id > ${after} and e.id <= ${upTo} order by e.id limit ${AT_ONCE}`.execute(queries);
  return rows;
}
