/** Composing, reading, cancelling and tracking broadcasts, in the scope of the sending organization. */
import { isDeepStrictEqual } from 'node:util';
import { sql, type Selectable } from 'kysely';
import { BROADCAST_RECIPIENTS_PAGE_SIZE } from '../../../contract/broadcasts/broadcast';
import type { BodyOf, QueryOf, ResponseOf } from '../../../contract/endpoints';
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import { instantOf } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Queries, Schema } from '../../database';
import type { SharedClock } from '../../platform/clock';
import type { EventBus } from '../../platform/eventBus/eventBus';
import type { CurrentSession } from '../../platform/session';
import type { ClientInfo, Audit } from '../../platform/audit';
import { fileKind, nameFor } from '../../platform/files/fileKind';
import { safeName } from '../../platform/http/replies';
import { sanitizeHtml } from './sanitizeHtml';
import { sendBroadcast } from './send';
import { requireDeadline } from './deadline';
import type { Notifier } from '../notifications/notifier';
import { notifyRecipients, notifySenders } from '../notifications/shownBroadcasts';

export interface BroadcastServices {
  readonly notifier: Notifier;
  readonly audit: Audit;
  readonly bus: Pick<EventBus, 'publish'>;
  readonly clock: Pick<SharedClock, 'now'>;
}

type Broadcast = ResponseOf<'broadcast'>;
type Moments = 'sendAt' | 'sentAt' | 'endsAt' | 'acceptBy' | 'escalatedAt' | 'remindedAt';
type Row = Omit<Broadcast, 'documentName' | Moments> & {
  readonly documentName: string | null;
  readonly sendAt: Date;
} & Readonly<Record<Exclude<Moments, 'sendAt'>, Date | null>>;

/** A broadcast of the caller's organization. Throws ApiError (`not.found`). */
export async function readBroadcast(
  queries: Queries,
  id: string,
  { organizationId }: CurrentSession,
): Promise<Broadcast> {
  const { rows } = await sql<Row>`
    select b.id as "entityId", b.tenant_id as "tenantId", b.subject, b.template, b.display_frequency as "displayFrequency",
      case when b.status = 'SENT' and b.ends_at <= now() then 'ENDED' else b.status end as "status",
      (select d.file_name from broadcast_documents d where d.id = b.document_id) as "documentName",
      b.recipients, (select count(*)::integer from broadcast_recipients x
        where x.broadcast_id = b.id and x.accepted_at is not null) as "accepted",
      b.sticky as "stickyNotification", b.release_notes as "releaseNotes", b.force_logout as "forceLogout",
      b.send_at as "sendAt", b.sent_at as "sentAt", b.ends_at as "endsAt", o.name as "sender",
      b.accept_by as "acceptBy", b.escalate_to as "escalateTo", b.escalated_at as "escalatedAt",
      b.overdue_people as "overduePeople", broadcast_waiting(b.id) as "waiting",
      last.created_at as "remindedAt", last.people as "remindedPeople",
      (select u.first_name || ' ' || u.last_name from users u where u.id = b.created_by) as "createdBy",
      b.organization_types as "organizationTypes", broadcast_organization_names(b.id) as "organizationNames"
    from broadcasts b join organizations o on o.id = b.organization_id
    left join lateral (select r.created_at, r.people from broadcast_reminders r
      where r.broadcast_id = b.id order by r.created_at desc limit 1) last on true
    where b.id = ${id}::uuid and b.organization_id = ${organizationId}::uuid`.execute(queries);
  if (rows[0] === undefined) throw new ApiError('not.found');
  const { documentName, sendAt, sentAt, endsAt, acceptBy, escalatedAt, remindedAt, ...row } = rows[0];
  return {
    ...row,
    documentName: documentName ?? NO_DOCUMENT,
    sendAt: sendAt.toISOString(),
    sentAt: iso(sentAt),
    endsAt: iso(endsAt),
    acceptBy: iso(acceptBy),
    escalatedAt: iso(escalatedAt),
    remindedAt: iso(remindedAt),
  };
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

type State = ResponseOf<'createBroadcast'>;

/** Keeps an uploaded document, named for what it contains. Throws ApiError (`unsupported.media.type`). */
export async function storeDocument(
  queries: Queries,
  { organizationId, userId }: CurrentSession,
  fileName: string,
  content: Buffer,
): Promise<ResponseOf<'uploadBroadcastDocument'>> {
  const kind = fileKind(content);
  if (kind === undefined) {
    throw new ApiError('unsupported.media.type', {
      sentence: 'A broadcast can carry a PDF, Word, Excel, PowerPoint, PNG, JPEG or text file. Please choose another.',
    });
  }
  const file_name = nameFor(safeName(fileName), kind);
  const { id } = await queries
    .insertInto('broadcast_documents')
    .values({ organization_id: organizationId, user_id: userId, file_name, media_type: kind.mediaType, content })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { broadcastDocumentId: id, fileName: file_name, mediaType: kind.mediaType, size: content.length };
}

/**
 * Schedules or sends a broadcast, once for each request id. Throws ApiError (`request.invalid`, `conflict` if the
 * request id was used with other values).
 */
export async function createBroadcast(
  services: BroadcastServices,
  queries: Queries,
  body: BodyOf<'createBroadcast'>,
  session: CurrentSession,
  client: ClientInfo,
): Promise<State> {
  const { organizationId, tenantId, userId, sessionId } = session;
  const template = sanitizeHtml(body.template);
  await requireSensible(queries, body, template, services.clock.now());
  const sendAt = body.sendAt === undefined ? instantOf(0) : instantOf(body.sendAt);
  const wanted = {
    subject: body.subject.replace(/\s+/g, ' ').trim(),
    template,
    display_frequency: body.displayFrequency,
    document_id: body.broadcastDocumentId ?? null,
    sticky: body.stickyNotification ?? false,
    release_notes: body.releaseNotes ?? false,
    force_logout: body.forceLogout ?? false,
    organization_types: [...body.organizationTypes],
    organization_ids: [...body.organizationIds],
    ends_at: body.endsAt === undefined ? null : instantOf(body.endsAt),
    accept_by: body.acceptBy === undefined ? null : instantOf(body.acceptBy),
    escalate_to: [...new Set(body.escalateTo ?? [])],
  };
  const made = await queries
    .insertInto('broadcasts')
    .values({
      organization_id: organizationId,
      tenant_id: tenantId,
      request_id: body.requestId,
      created_by: userId,
      send_at: sql<Date>`greatest(${sendAt}::timestamptz, now())`,
      ...wanted,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) return createdBefore(queries, body.requestId, wanted, sendAt);
  const { requestId: _requestId, ...after } = body;
  await services.audit.record(queries, {
    event: 'broadcast_created',
    outcome: 'ok',
    organizationId,
    userId,
    sessionId,
    details: { after: { broadcastId: made.id, ...after, template } },
    client,
  });
  await sendBroadcast(services, queries, made.id, client);
  return stateOf(queries, made.id);
}

/** What the sender chose, except the time. */
const CHOSEN = [
  'subject',
  'template',
  'display_frequency',
  'document_id',
  'sticky',
  'release_notes',
  'force_logout',
  'organization_types',
  'organization_ids',
  'ends_at',
  'accept_by',
  'escalate_to',
] as const;
type Chosen = Pick<Selectable<Schema['broadcasts']>, (typeof CHOSEN)[number]>;

/** In any order of the recipients. */
const valuesOf = (chosen: Chosen) =>
  CHOSEN.map((name) => {
    const value = chosen[name];
    return Array.isArray(value) ? [...value].sort() : value;
  });

/** The broadcast of a repeated request. Throws ApiError (`conflict`) if it has other values now. */
async function createdBefore(queries: Queries, requestId: string, wanted: Chosen, sendAt: Date): Promise<State> {
  const before = await queries
    .selectFrom('broadcasts')
    .where('request_id', '=', requestId)
    .selectAll()
    .executeTakeFirstOrThrow();
  // A time before it was created means at once.
  const sentAt = (at: Date): number => Math.max(at.getTime(), before.created_at.getTime());
  if (isDeepStrictEqual(valuesOf(before), valuesOf(wanted)) && sentAt(before.send_at) === sentAt(sendAt))
    return stateOf(queries, before.id);
  throw new ApiError('conflict', {
    sentence: `This broadcast was already ${before.status === 'SENT' ? 'sent' : 'scheduled'} as '${before.subject}', but with other values. Please open it in the list of broadcasts; to send another, discard this one first.`,
  });
}

/** Throws ApiError (`request.invalid` with a sentence for the sender, `not.found`). */
async function requireSensible(
  queries: Queries,
  body: BodyOf<'createBroadcast'>,
  template: string,
  now: number,
): Promise<void> {
  const refuse = (sentence: string): never => {
    throw new ApiError('request.invalid', { sentence });
  };
  if (template.replace(/<[^>]*>|&nbsp;|\s/g, '') === '') refuse('The message is empty. Please write something.');
  if (body.organizationTypes.length + body.organizationIds.length === 0)
    refuse('No recipient is chosen. Please choose an organization type or an organization.');
  if (body.displayFrequency === 'EVERY_LOGIN' && body.forceLogout === true)
    refuse(
      'A broadcast for every login cannot sign people out: no one could stay signed in. Please choose another frequency, or no Force logout.',
    );
  const sendAt = body.sendAt === undefined ? now : instantOf(body.sendAt).getTime();
  if (body.endsAt !== undefined && instantOf(body.endsAt).getTime() <= Math.max(sendAt, now))
    refuse('It would end before it is sent. Please choose a later end.');
  requireDeadline({
    acceptBy: body.acceptBy ?? null,
    escalateTo: body.escalateTo,
    sendAt: instantOf(sendAt),
    endsAt: body.endsAt === undefined ? null : instantOf(body.endsAt),
    now,
  });
  const { rows } = await sql<{ known: number; people: number; document: boolean }>`
    select (select count(*)::integer from broadcast_reach() r
        where r.nameable and r.organization_id = any (${[...body.organizationIds]}::uuid[])) as known,
      (select count(*)::integer from broadcast_reach() r
        where r.organization_type = any (${[...body.organizationTypes]}::text[])
          or r.organization_id = any (${[...body.organizationIds]}::uuid[])) as people,
      ${body.broadcastDocumentId ?? null}::uuid is null or exists (
        select from broadcast_documents d where d.id = ${body.broadcastDocumentId ?? null}::uuid) as document
  `.execute(queries);
  if (rows[0]?.known !== new Set(body.organizationIds).size || !rows[0].document) throw new ApiError('not.found');
  if (rows[0].people === 0) refuse('There are no recipients with these organization types. Please choose others.');
}

/** Cancels a scheduled broadcast, ends a repeated one. Throws ApiError (`not.found`, `conflict` if sent once). */
export async function cancelBroadcast(
  { audit, bus, clock }: BroadcastServices,
  queries: Queries,
  id: string,
  session: CurrentSession,
  client: ClientInfo,
): Promise<State> {
  const before = await queries
    .selectFrom('broadcasts')
    .where('id', '=', id)
    .select(['subject', 'status', 'display_frequency', 'ends_at'])
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new ApiError('not.found');
  const isSent = before.status === 'SENT';
  if (isSent && before.display_frequency !== 'EVERY_LOGIN') {
    throw new ApiError('conflict', { sentence: 'This broadcast has been sent already, so it cannot be cancelled.' });
  }
  const isEnded = isSent && before.ends_at !== null && before.ends_at.getTime() <= clock.now();
  if (before.status === 'CANCELLED' || isEnded) return stateOf(queries, id);
  await queries
    .updateTable('broadcasts')
    .set(isSent ? { ends_at: sql<Date>`now()` } : { status: 'CANCELLED' })
    .where('id', '=', id)
    .execute();
  // Also of those who have accepted it: at their next login it is shown to them again.
  if (isSent) await notifyRecipients(bus, queries, id, 'all');
  await notifySenders(bus, queries, [id]);
  await audit.record(queries, {
    event: 'broadcast_cancelled',
    outcome: 'ok',
    organizationId: session.organizationId,
    userId: session.userId,
    sessionId: session.sessionId,
    details: {
      before: { broadcastId: id, ...before },
      after: { subject: before.subject, status: isSent ? 'ENDED' : 'CANCELLED' },
    },
    client,
  });
  return stateOf(queries, id);
}

/** The status of a broadcast. Throws ApiError (`not.found`). */
export async function stateOf(queries: Queries, id: string): Promise<State> {
  const row = await queries
    .selectFrom('broadcasts')
    .where('id', '=', id)
    .select([
      'id as entityId',
      sql<string>`case when status = 'SENT' and ends_at <= now() then 'ENDED' else status end`.as('status'),
      'recipients',
    ])
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not.found');
  return row;
}

/**
 * Senders see names but no ids: they may not look up users of other organizations. `page` counts from 0; at most
 * `BROADCAST_RECIPIENTS_PAGE_SIZE` rows. Throws ApiError (`not.found`).
 */
export async function readRecipients(
  queries: Queries,
  id: string,
  { page = 0, accepted, q = '' }: NonNullable<QueryOf<'broadcastRecipients'>>,
): Promise<ResponseOf<'broadcastRecipients'>> {
  const { recipients } = await stateOf(queries, id);
  const size = BROADCAST_RECIPIENTS_PAGE_SIZE;
  const words = q.split(/\s+/).filter((word) => word !== '');
  const { rows } = await sql<RecipientRow>`
    select name, user_name as "userName", organization_name as "organizationName", shown_at as "shownAt",
      reminded_at as "remindedAt", accepted_at as "acceptedAt", found
    from broadcast_recipients_found(${id}::uuid, ${accepted ?? null}::boolean, ${words}::text[],
      ${page * size}::integer, ${size}::integer)
  `.execute(queries);
  const counted = await queries
    .selectFrom('broadcast_recipients')
    .where('broadcast_id', '=', id)
    .where('accepted_at', 'is not', null)
    .select(sql<number>`count(*)::integer`.as('n'))
    .executeTakeFirstOrThrow();
  return {
    recipients,
    accepted: counted.n,
    // Nothing is counted past the last page; the app goes back to the first.
    found: rows[0]?.found ?? 0,
    rows: rows.map(({ found: _found, shownAt, remindedAt, acceptedAt, ...row }) => ({
      ...row,
      shownAt: iso(shownAt),
      remindedAt: iso(remindedAt),
      acceptedAt: iso(acceptedAt),
    })),
  };
}

interface RecipientRow {
  readonly name: string;
  readonly userName: string;
  readonly organizationName: string;
  readonly shownAt: Date | null;
  readonly remindedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly found: number;
}
