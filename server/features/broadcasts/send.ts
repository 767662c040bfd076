/**
 * Sends a broadcast in the caller's transaction: writes the rows, then wakes the recipients' sockets, pushes and mail,
 * and the open pages of its senders.
 */
import { sql } from 'kysely';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { Queries } from '../../database';
import { searchText } from '../notifications/content';
import type { EventBus } from '../../platform/eventBus/eventBus';
import type { Notifier } from '../notifications/notifier';
import { notifySenders } from '../notifications/shownBroadcasts';
import { broadcastContent } from './content';

export interface SendingServices {
  readonly notifier: Pick<Notifier, 'notified'>;
  readonly audit: Audit;
  readonly bus: Pick<EventBus, 'publish'>;
}

/**
 * Returns the number of recipients; undefined if it is not due, another node was first, or it waited beyond its end and
 * is cancelled.
 */
export async function sendBroadcast(
  { notifier, audit, bus }: SendingServices,
  queries: Queries,
  id: string,
  client: ClientInfo,
): Promise<number | undefined> {
  const broadcast = await queries
    .selectFrom('broadcasts as b')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .leftJoin('broadcast_documents as d', 'd.id', 'b.document_id')
    .where('b.id', '=', id)
    .selectAll('b')
    .select([
      'o.name as sender',
      'd.file_name as documentName',
      sql<boolean>`b.send_at <= clock_timestamp()`.as('isDue'),
      sql<boolean>`coalesce(b.ends_at <= clock_timestamp(), false)`.as('hasEnded'),
    ])
    .forUpdate('b')
    .executeTakeFirst();
  if (broadcast?.status !== 'SCHEDULED' || !broadcast.isDue) return undefined;
  if (broadcast.hasEnded) {
    await queries.updateTable('broadcasts').set({ status: 'CANCELLED' }).where('id', '=', id).execute();
    await notifySenders(bus, queries, [id]);
    await audit.record(queries, {
      event: 'broadcast_cancelled',
      outcome: 'ok',
      reason: 'ended_before_it_was_sent',
      organizationId: broadcast.organization_id,
      details: {
        before: { broadcastId: id, subject: broadcast.subject, status: broadcast.status, ends_at: broadcast.ends_at },
        after: { subject: broadcast.subject, status: 'CANCELLED' },
      },
      client,
    });
    return undefined;
  }
  const content = broadcastContent(broadcast);
  const { rows } = await sql<{ id: string }>`
    select recipient_id as "id"
    from broadcast_send(${id}::uuid, ${JSON.stringify(content)}::json, ${searchText(content)})`.execute(queries);
  await notifySenders(bus, queries, [id]);
  await notifier.notified(
    queries,
    rows.map((row) => row.id),
  );
  await audit.record(queries, {
    event: 'broadcast_sent',
    outcome: 'ok',
    organizationId: broadcast.organization_id,
    userId: broadcast.created_by,
    details: { after: { broadcastId: id, subject: broadcast.subject, recipients: rows.length } },
    client,
  });
  return rows.length;
}
