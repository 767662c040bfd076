/** The document of a broadcast notification: an uploaded file, or its text as a PDF. */
import { sql } from 'kysely';
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import type { Queries } from '../../database';
import { moment } from '../../platform/pdf/format';
import { facts, text, type PdfDocument } from '../../platform/pdf/document';
import type { NotificationContent } from '../notifications/content';
import { plainText } from '../notifications/markup';
import type { BroadcastRef } from './pending';

export interface BroadcastDocument {
  /** The sending organization. */
  readonly sender: string;
  readonly subject: string;
  /** Plain text; blank lines separate paragraphs. */
  readonly message: string;
  readonly sentAt: Date;
}

/** The broadcast's message as a document. */
export const broadcastPdf = ({ sender, subject, message, sentAt }: BroadcastDocument): PdfDocument => ({
  title: subject,
  sender,
  reference: `${sender} · ${moment(sentAt)}`,
  createdAt: sentAt,
  blocks: [facts(['From', sender], ['Sent', moment(sentAt)]), text(message)],
});

/** Null when the caller did not receive it or it has no document. */
export async function readNotificationDocument(
  queries: Queries,
  id: string,
): Promise<(BroadcastDocument & { name: string; broadcast: BroadcastRef | null }) | null> {
  const { rows } = await sql<{ content: NotificationContent; sentAt: Date; sender: string }>`
    select c.content, e.occurred_at as "sentAt", o.name as "sender"
    from notification_events e
    join notification_contents c on c.id = e.content_id
    join organizations o on o.id = c.tenant_id
    where e.user_id = (select app_user_id()) and e.content_id = ${id}`.execute(queries);
  if (rows[0] === undefined || rows[0].content.documentName === NO_DOCUMENT) return null;
  const { content, sentAt, sender } = rows[0];
  const { documentName: name, subject, template, entityId, tenantId } = content;
  // Broadcasts announced in the program's name have no file; their text is the document.
  const broadcast = tenantId ? { entityId, tenantId } : null;
  return { name, subject, message: plainText(template), sentAt, sender, broadcast };
}
