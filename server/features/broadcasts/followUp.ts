/** The follow-up of a broadcast: reminders to those who have not accepted it, its deadline, and receipts. */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/base/csv';
import { BROADCAST_REMINDER_MINUTES } from '../../../contract/broadcasts/broadcast';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { dayAt, instantOf, momentText, zonedText } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Keys } from '../../base/keys';
import type { Config } from '../../base/config';
import type { Queries } from '../../database';
import type { ClientInfo } from '../../platform/audit';
import type { FileContent } from '../../platform/http/replies';
import type { CurrentSession } from '../../platform/session';
import { searchText } from '../notifications/content';
import { notifyRecipients } from '../notifications/shownBroadcasts';
import { plainText } from '../notifications/markup';
import { stateOf, type BroadcastServices } from './broadcasts';
import { reminderContent } from './content';
import { requireDeadline } from './deadline';

export interface FollowUpServices extends BroadcastServices {
  readonly keys: Pick<Keys, 'encrypt'>;
  readonly config: Pick<Config, 'publicUrl'>;
}

interface Reminded {
  readonly isNew: boolean;
  readonly isMine: boolean;
  readonly people: number;
  readonly remindedAt: Date;
  readonly reminded: readonly string[];
}

/**
 * Reminds all recipients who have not accepted it; a repeated request returns the first answer. Throws ApiError
 * (`not.found`, `conflict` if it need no longer be accepted or a reminder was just sent).
 */
export async function remindBroadcast(
  { notifier, audit, keys, config }: FollowUpServices,
  queries: Queries,
  id: string,
  { requestId }: BodyOf<'remindBroadcast'>,
  session: CurrentSession,
  client: ClientInfo,
): Promise<ResponseOf<'remindBroadcast'>> {
  const broadcast = await queries
    .selectFrom('broadcasts as b')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .leftJoin('broadcast_documents as d', 'd.id', 'b.document_id')
    .where('b.id', '=', id)
    .where('b.organization_id', '=', session.organizationId)
    .selectAll('b')
    .select(['o.name as sender', 'd.file_name as documentName'])
    .executeTakeFirst();
  if (broadcast === undefined) throw new ApiError('not.found');
  const content = reminderContent(broadcast);
  const by = broadcast.accept_by === null ? '' : ` Please accept it by ${momentText(broadcast.accept_by)}.`;
  const mailText = `${broadcast.sender} is waiting for you to accept the broadcast “${broadcast.subject}”.${by}\n\n${plainText(broadcast.template)}\n\nSign in at ${config.publicUrl.origin} to see it. You receive this email because the sender has reminded everyone who has not accepted it.`;
  const { rows } = await sql<Reminded>`
    select is_new as "isNew", is_mine as "isMine", people, reminded_at as "remindedAt", reminded
    from broadcast_remind(${id}::uuid, ${requestId}::uuid, ${JSON.stringify(content)}::json, ${searchText(content)},
      ${keys.encrypt(content.subject)}::bytea, ${keys.encrypt(mailText)}::bytea,
      make_interval(mins => ${BROADCAST_REMINDER_MINUTES}))`.execute(queries);
  const [answer] = rows;
  if (answer === undefined) {
    throw new ApiError('conflict', {
      sentence: 'This broadcast does not ask for acceptance now, so no reminders can be sent.',
    });
  }
  const { isNew, isMine, people, remindedAt, reminded } = answer;
  if (!isMine) {
    throw new ApiError('conflict', {
      sentence: `They were reminded at ${zonedText(remindedAt, session.timeZone)}. Please wait for an hour after that.`,
    });
  }
  if (isNew) {
    await notifier.notified(queries, reminded);
    await audit.record(queries, {
      event: 'broadcast_reminded',
      outcome: 'ok',
      organizationId: session.organizationId,
      userId: session.userId,
      sessionId: session.sessionId,
      details: { after: { broadcastId: id, subject: broadcast.subject, people } },
      client,
    });
  }
  return { people, remindedAt: remindedAt.toISOString() };
}

/**
 * Throws ApiError (`not.found`, `conflict` if it was escalated or need no longer be accepted or if its deadline is no
 * longer the one that `replaces` names, `request.invalid`).
 */
export async function setBroadcastDeadline(
  { audit, bus, clock }: FollowUpServices,
  queries: Queries,
  id: string,
  { acceptBy, escalateTo, replaces }: BodyOf<'setBroadcastDeadline'>,
  session: CurrentSession,
  client: ClientInfo,
): Promise<ResponseOf<'setBroadcastDeadline'>> {
  const before = await queries
    .selectFrom('broadcasts')
    .where('id', '=', id)
    .where('organization_id', '=', session.organizationId)
    .select(['subject', 'status', 'send_at', 'ends_at', 'accept_by', 'escalate_to', 'escalated_at'])
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new ApiError('not.found');
  if (before.escalated_at !== null) {
    throw new ApiError('conflict', {
      sentence: 'This deadline has passed, and the chosen people were notified. It cannot be changed.',
    });
  }
  const now = clock.now();
  if (before.status === 'CANCELLED' || (before.ends_at !== null && before.ends_at.getTime() <= now)) {
    throw new ApiError('conflict', {
      sentence: 'This broadcast no longer asks for acceptance, so it needs no deadline.',
    });
  }
  const isCurrent = (at: string | null): boolean => msOf(at) === (before.accept_by?.getTime() ?? null);
  // A repeated request finds what it has set itself.
  if (replaces !== undefined && !isCurrent(replaces) && !isCurrent(acceptBy)) {
    throw new ApiError('conflict', {
      sentence:
        'This deadline has changed since you opened it. Please go back to see it, and change it again if necessary.',
    });
  }
  requireDeadline({ acceptBy, escalateTo, sendAt: before.send_at, endsAt: before.ends_at, now });
  const after = { accept_by: acceptBy, escalate_to: acceptBy === null ? [] : [...new Set(escalateTo ?? [])] };
  await queries.updateTable('broadcasts').set(after).where('id', '=', id).execute();
  await notifyRecipients(bus, queries, id, 'waiting');
  await audit.record(queries, {
    event: 'broadcast_deadline_set',
    outcome: 'ok',
    organizationId: session.organizationId,
    userId: session.userId,
    sessionId: session.sessionId,
    details: {
      before: {
        broadcastId: id,
        subject: before.subject,
        acceptBy: before.accept_by,
        escalateTo: before.escalate_to,
      },
      after: { subject: before.subject, acceptBy, escalateTo: after.escalate_to },
    },
    client,
  });
  return stateOf(queries, id);
}

const msOf = (at: string | null): number | null => (at === null ? null : instantOf(at).getTime());

const RECEIPTS_AT_ONCE = 1_000;

interface Receipt {
  readonly name: string;
  readonly organizationName: string;
  readonly shownAt: Date | null;
  readonly remindedAt: Date | null;
  readonly acceptedAt: Date | null;
}

/** All recipients of a broadcast of the caller's organization as CSV, read while the file is sent. */
export function receiptsFile(
  inScope: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>,
  id: string,
  subject: string,
  timeZone: string | undefined,
): FileContent {
  const moment = (at: Date | null): string => (at === null ? '' : zonedText(at, timeZone));
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(['Name', 'Organization', 'Shown', 'Reminded', 'Accepted']);
    for (let from = 0; ; from += RECEIPTS_AT_ONCE) {
      const { rows } = await inScope((queries) =>
        sql<Receipt>`
          select name, organization_name as "organizationName", shown_at as "shownAt", reminded_at as "remindedAt",
            accepted_at as "acceptedAt"
          from broadcast_recipients_found(
            ${id}::uuid, null, '{}'::text[], ${from}::integer, ${RECEIPTS_AT_ONCE}::integer)`.execute(queries),
      );
      yield rows
        .map(({ name, organizationName, shownAt, remindedAt, acceptedAt }) =>
          csvLine([name, organizationName, moment(shownAt), moment(remindedAt), moment(acceptedAt)]),
        )
        .join('');
      if (rows.length < RECEIPTS_AT_ONCE) return;
    }
  }
  return {
    fileName: `Receipts ${subject} ${dayAt(instantOf(Date.now()), timeZone)}.csv`,
    content: Readable.from(lines(), { objectMode: false }),
  };
}
