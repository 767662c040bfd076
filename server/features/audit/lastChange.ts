/** Who made the last change of a row, so that they may repeat a save whose answer was lost. */
import { sql } from 'kysely';
import type { AuditEvent } from '../../../contract/identity/auditEvents';
import type { Queries } from '../../database';

interface Changes {
  readonly organizationId: string;
  readonly events: readonly AuditEvent[];
  /** The name of the row's id in the details. */
  readonly key: 'roleId' | 'userId';
  readonly id: string;
}

/**
 * Whether this user made the newest of these changes, within the last day. A save that is repeated because its response
 * was lost is then not a conflict. `queries` are in the scope of the organization.
 */
export async function isLastChangeBy(
  queries: Queries,
  userId: string,
  { organizationId, events, key, id }: Changes,
): Promise<boolean> {
  const last = await queries
    .selectFrom('audit_events')
    .where('organization_id', '=', organizationId)
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .where('event', 'in', events)
    .where(sql<string>`details -> 'after' ->> ${key}`, '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select('user_id')
    .executeTakeFirst();
  return last?.user_id === userId;
}
