/** What every change of a user has: who makes it, its answer, and its record in the audit. */
import type { ResponseOf } from '../../../contract/endpoints';
import type { AuditEvent } from '../../../contract/identity/auditEvents';
import type { Queries } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { CurrentSession } from '../../platform/session';
import type { ManagedOrganization } from './managedOrganization';

export interface Actor {
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

export type Saved = ResponseOf<'createUser'>;

export function recordChange(
  audit: Audit,
  queries: Queries,
  event: AuditEvent,
  { scope: { organizationId } }: ManagedOrganization,
  { session: { userId, sessionId }, client }: Actor,
  details: { readonly before?: object; readonly after: object },
): Promise<void> {
  return audit.record(queries, { event, outcome: 'ok', organizationId, userId, sessionId, details, client });
}
