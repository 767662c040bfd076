/** Broadcasts that a user must still accept, and accepting them, in the user's own scope. */
import { sql } from 'kysely';
import type { PendingBroadcast } from '../../../contract/broadcasts/broadcast';
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import type { DisplayFrequency } from '../../../contract/notifications/notification';
import type { Queries } from '../../database';
import { stampText } from '../../base/dates';

interface PendingRow {
  readonly entityId: string;
  readonly tenantId: string;
  readonly subject: string;
  readonly template: string;
  readonly displayFrequency: DisplayFrequency;
  readonly documentName: string | null;
  readonly stickyNotification: boolean;
  readonly releaseNotes: boolean;
  readonly forceLogout: boolean;
  readonly sentAt: Date;
  readonly sender: string;
  readonly acceptBy: Date | null;
}

/** In the order of sending. */
export async function readPending(queries: Queries, sessionId: string): Promise<PendingBroadcast[]> {
  const { rows } = await sql<PendingRow>`
    select entity_id as "entityId", tenant_id as "tenantId", subject, template, display_frequency as "displayFrequency",
      document_name as "documentName", sticky as "stickyNotification", release_notes as "releaseNotes",
      force_logout as "forceLogout", sent_at as "sentAt", sender, accept_by as "acceptBy"
    from broadcast_pending(${sessionId}::uuid)`.execute(queries);
  return rows.map(({ sentAt, documentName, acceptBy, ...row }) => ({
    ...row,
    documentName: documentName ?? NO_DOCUMENT,
    notificationDate: sentAt.toISOString(),
    notificationDateWithZone: stampText(sentAt),
    acceptBy: acceptBy?.toISOString() ?? null,
  }));
}

export interface BroadcastRef {
  readonly entityId: string;
  readonly tenantId: string;
}

/** Accepts a broadcast. Returns when the caller accepted it first; undefined if it was not sent to them. */
export async function acceptBroadcast(
  queries: Queries,
  { entityId, tenantId }: BroadcastRef,
  sessionId: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select viewed_at as "at" from broadcast_accept(${entityId}::uuid, ${tenantId}::uuid, ${sessionId}::uuid)
  `.execute(queries);
  return rows[0]?.at;
}
