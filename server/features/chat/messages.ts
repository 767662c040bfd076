/** Messages to and from candidates, and read marks. */
import { sql } from 'kysely';
import { CHAT_PAGE_SIZE, type ChatMessage } from '../../../contract/chat/chat';
import type { QueryOf, ResponseOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import type { EventBus } from '../../platform/eventBus/eventBus';
import { publishToUsers } from '../../platform/eventBus/publishToUsers';
import {
  messageFor,
  messageJson,
  readJson,
  threadFor,
  threadJson,
  type MessageRow,
  type ReadRow,
  type ThreadRow,
} from './rows';

type Bus = Pick<EventBus, 'publish'>;

/** Wakes the sockets of all who follow the candidates of this supplier. */
async function wakeFollowers(queries: Queries, bus: Bus, agencyId: string): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from chat_listeners(${agencyId}::uuid, null)`.execute(queries);
  await publishToUsers(
    bus,
    queries,
    { kind: 'chat' },
    rows.map(({ userId }) => userId),
  );
}

export interface NewChatMessage {
  readonly candidateId: string;
  readonly text: string;
  /** The user who writes; null for the candidate. */
  readonly author: { readonly id: string; readonly name: string } | null;
  /** A repeated request with the same id sends nothing. */
  readonly requestId?: string;
  readonly fileId?: string;
}

/**
 * Returns the id of the message. Throws ApiError: `not.found` for another supplier's candidate, `conflict` without the
 * file, which is kept for a day until it is sent, and only for its uploader.
 */
export async function postMessage(
  queries: Queries,
  bus: Bus,
  { candidateId, text, author, requestId, fileId }: NewChatMessage,
): Promise<string> {
  const { rows } = await sql<{ id: string; agencyId: string; isNew: boolean }>`
    select message_id as id, message_agency as "agencyId", is_new as "isNew" from chat_post(
      ${candidateId}::uuid, ${author === null}, ${author?.id ?? null}::uuid, ${author?.name ?? null}::text, ${text}::text,
      ${requestId ?? null}::uuid, ${fileId ?? null}::uuid)`.execute(queries);
  const posted = rows[0];
  if (posted === undefined) {
    if (fileId === undefined || !(await isCandidateThere(queries, candidateId))) throw new ApiError('not.found');
    throw new ApiError('conflict', { sentence: 'The file is no longer kept. Please attach it again.' });
  }
  if (posted.isNew) await wakeFollowers(queries, bus, posted.agencyId);
  return posted.id;
}

const isCandidateThere = async (queries: Queries, candidateId: string): Promise<boolean> =>
  (await queries.selectFrom('candidates').where('id', '=', candidateId).select('id').executeTakeFirst()) !== undefined;

/** The numbers up to which the candidate has received and read the thread. */
export interface ReadPosition {
  readonly candidateId: string;
  readonly delivered: number;
  readonly seen: number;
}

/** Records up to which message numbers were delivered and seen, and wakes the thread's readers if that is new. */
export async function recordDelivery(
  queries: Queries,
  bus: Bus,
  { candidateId, delivered, seen }: ReadPosition,
): Promise<void> {
  const { rows } = await sql<{ agencyId: string }>`
    select thread_agency as "agencyId" from chat_reach(${candidateId}::uuid, ${delivered}, ${seen})`.execute(queries);
  if (rows[0] !== undefined) await wakeFollowers(queries, bus, rows[0].agencyId);
}

/** The caller has read up to this message. Throws ApiError (`not.found`). */
export async function markRead(
  queries: Queries,
  bus: Bus,
  { userId, candidateId, number }: { readonly userId: string; readonly candidateId: string; readonly number: number },
): Promise<void> {
  await sql`select chat_begin()`.execute(queries);
  const { rows } = await sql<{ isNew: boolean | null }>`
    select chat_read(${candidateId}::uuid, ${number}::integer) as "isNew"`.execute(queries);
  const isNew = rows[0]?.isNew ?? null;
  if (isNew === null) throw new ApiError('not.found');
  if (isNew) await bus.publish(queries, { kind: 'chat', userIds: [userId] });
}

/** A message as this user may see it. Throws ApiError (`not.found`). */
export async function readMessage(queries: Queries, id: string, userId: string): Promise<ChatMessage> {
  const { rows } = await sql<{ message: MessageRow }>`
    select ${messageJson} as message from chat_messages m where m.id = ${id}::uuid`.execute(queries);
  if (rows[0] === undefined) throw new ApiError('not.found');
  return messageFor(userId, rows[0].message);
}

/** A page of a thread, as of one moment. Throws ApiError (`not.found`). */
export async function readMessages(
  queries: Queries,
  userId: string,
  candidateId: string,
  { before }: QueryOf<'chatMessages'>,
): Promise<ResponseOf<'chatMessages'>> {
  const { rows } = await sql<{ thread: ThreadRow; read: ReadRow | null; messages: MessageRow[] }>`
    select ${threadJson} as thread, (
      select ${readJson} from chat_reads r where r.candidate_id = c.id and r.user_id = ${userId}::uuid) as read, (
      select coalesce(json_agg(x.row order by x.number), '[]') from (
        select ${messageJson} as row, m.number from chat_messages m
        where m.candidate_id = c.id and m.number < ${before ?? null}::integer is not false
        order by m.number desc limit ${CHAT_PAGE_SIZE}) x) as messages
    from candidates c join suppliers s on s.id = c.agency_id left join chat_threads t on t.candidate_id = c.id
    where c.id = ${candidateId}::uuid`.execute(queries);
  const found = rows[0];
  if (found === undefined) throw new ApiError('not.found');
  return {
    thread: threadFor(found.thread, found.read ?? undefined),
    messages: found.messages.map((message) => messageFor(userId, message)),
    more: (found.messages[0]?.number ?? 1) > 1,
  };
}
