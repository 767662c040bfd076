/** One broadcast, for those of its organisation who send broadcasts. */
import { sql } from 'kysely';
import { NO_DOCUMENT, type ResponseOf } from '../../contract';
import type { SessionStanding } from '../access/lookups';
import type { Queries } from '../database';
import { ApiError } from '../http/errors';

type Broadcast = ResponseOf<'broadcast'>;
type Row = Omit<Broadcast, 'documentName' | 'sendAt' | 'endsAt'> & {
  readonly documentName: string | null;
  readonly sendAt: Date;
  readonly endsAt: Date | null;
};

export async function readBroadcast(
  queries: Queries,
  id: string,
  { organizationId }: SessionStanding,
): Promise<Broadcast> {
  const { rows } = await sql<Row>`
    select b.id as "entityId", b.tenant_id as "tenantId", b.subject, b.template, b.display_frequency as "displayFrequency",
      case when b.status = 'SENT' and b.ends_at <= now() then 'ENDED' else b.status end as "status",
      (select d.file_name from broadcast_documents d where d.id = b.document_id) as "documentName",
      b.recipients, (select count(*)::integer from broadcast_recipients x
        where x.broadcast_id = b.id and x.accepted_at is not null) as "accepted",
      b.sticky as "stickyNotification", b.release_notes as "releaseNotes", b.force_logout as "forceLogout",
      b.send_at as "sendAt", b.ends_at as "endsAt", o.name as "sender",
      (select u.first_name || ' ' || u.last_name from users u where u.id = b.created_by) as "createdBy",
      b.organization_types as "organizationTypes", array(
        select a.name from broadcast_audience() a where a.id = any (b.organization_ids) order by a.name
      ) as "organizationNames"
    from broadcasts b join organizations o on o.id = b.organization_id
    where b.id = ${id}::uuid and b.organization_id = ${organizationId}::uuid`.execute(queries);
  if (rows[0] === undefined) throw new ApiError('not.found');
  const { documentName, sendAt, endsAt, ...row } = rows[0];
  return {
    ...row,
    documentName: documentName ?? NO_DOCUMENT,
    sendAt: sendAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  };
}
