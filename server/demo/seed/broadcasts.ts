/**
 * Broadcasts the managing organization has sent before, accepted by everyone, so that no first sign-in begins with one.
 */
import { instantOf } from '../../base/dates';
import type { Client } from 'pg';
import { broadcastContent } from '../../features/broadcasts/content';
import { broadcastPdf } from '../../features/broadcasts/pdf';
import { render } from '../../platform/pdf/render';
import type { NotificationContent } from '../../features/notifications/content';
import { instant, type Day } from './calendar';
import type { Random } from './random';

interface Sent {
  readonly subject: string;
  readonly message: string;
  readonly frequency: 'IMMEDIATE' | 'NEXT_LOGIN' | 'EVERY_LOGIN';
  /** Days ago. */
  readonly days: number;
  readonly document?: string;
  /** Users who sign in after this need not accept it. */
  readonly endedDays?: number;
}

const SENT: readonly Sent[] = [
  {
    subject: 'Release 26.3',
    message:
      'Broadcasts can carry a document.\n\nRoles can be changed while people work: each of them is told what is new for them.',
    frequency: 'IMMEDIATE',
    days: 9.4,
    document: 'Release 26.3.pdf',
  },
  {
    subject: 'Timesheets are due on Mondays',
    message: 'Please submit the timesheets of a week by Monday noon.',
    frequency: 'EVERY_LOGIN',
    days: 25.6,
    endedDays: 11.5,
  },
  {
    subject: 'New terms of use',
    message: 'The terms of use have changed. They hold from the first of next month.',
    frequency: 'NEXT_LOGIN',
    days: 17.2,
  },
];

const HOURS_UNTIL_ACCEPTED = 5;

export interface EarlierBroadcast extends Sent {
  readonly id: string;
  readonly requestId: string;
  readonly documentId: string | null;
  /** In days, as in calendar.ts. */
  readonly at: number;
  readonly template: string;
  /** The sent broadcasts. */
  readonly content: NotificationContent;
}

/** Broadcasts that were sent before today, with their content as it is stored. */
export function earlierBroadcasts(random: Random, tenantId: string, today: Day): readonly EarlierBroadcast[] {
  return SENT.map((sent) => {
    const id = random.uuid();
    const template = sent.message
      .split('\n\n')
      .map((paragraph) => `<p>${paragraph}</p>`)
      .join('');
    const content = broadcastContent({
      id,
      tenant_id: tenantId,
      sender: 'Meridian Workforce Partners',
      subject: sent.subject,
      template,
      display_frequency: sent.frequency,
      sticky: false,
      release_notes: isReleaseNotes(sent),
      force_logout: false,
      documentName: sent.document ?? null,
      accept_by: null,
    });
    const documentId = sent.document === undefined ? null : random.uuid();
    return { ...sent, id, requestId: random.uuid(), documentId, at: today - sent.days, template, content };
  });
}

/** Those with a document. */
const isReleaseNotes = ({ document }: Sent): boolean => document !== undefined;

/** `author` is a user of the managing organization. */
export async function sendEarlierBroadcasts(
  client: Client,
  broadcasts: readonly EarlierBroadcast[],
  { tenantId, sender, author, today }: { tenantId: string; sender: string; author: string; today: Day },
): Promise<void> {
  for (const broadcast of broadcasts) {
    const { id, requestId, documentId, subject, message, template, frequency, document, endedDays } = broadcast;
    const sentAt = instant(broadcast.at);
    if (documentId !== null) {
      const paper = broadcastPdf({ sender, subject, message, sentAt: instantOf(sentAt) });
      await client.query(
        `insert into broadcast_documents (id, organization_id, user_id, file_name, media_type, content, created_at)
         values ($1, $2, $3, $4, 'application/pdf', $5, $6)`,
        [documentId, tenantId, author, document, await render(paper), sentAt],
      );
    }
    const endsAt = endedDays === undefined ? null : instant(today - endedDays);
    await client.query(
      `insert into broadcasts (id, organization_id, tenant_id, request_id, created_by, subject, template, display_frequency,
         document_id, sticky, release_notes, force_logout, organization_types, organization_ids, status, send_at, sent_at,
         ends_at, created_at)
       values ($1, $2, $2, $3, $4, $5, $6, $7, $8, false, $9, false, '{VMS,CLIENT,AGENCY}', '{}', 'SENT', $10, $10, $11, $10)`,
      [
        id,
        tenantId,
        requestId,
        author,
        subject,
        template,
        frequency,
        documentId,
        isReleaseNotes(broadcast),
        sentAt,
        endsAt,
      ],
    );
    // These sessions have ended, so any id will do.
    await client.query(
      `with written as (
         insert into broadcast_recipients (broadcast_id, user_id, organization_id, sender_id, accepted_at, accepted_session)
         select $1, u.id, u.organization_id, $2::uuid, $3::timestamptz + make_interval(hours => $4), $1
         from users u join organizations o on o.id = u.organization_id where o.tenant_id = $2::uuid
         returning user_id)
       update broadcasts set recipients = (select count(*) from written) where id = $1`,
      [id, tenantId, sentAt, HOURS_UNTIL_ACCEPTED],
    );
  }
}
