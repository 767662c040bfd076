/** Chat with candidates: stores messages and publishes them to the users who follow. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Queries } from '../../database';
import type { EventBus } from '../../platform/eventBus/eventBus';

/** Only the newest are returned; the count includes all. */
const RECORDS_MAX = 200;

export interface NewChatMessage {
  readonly candidateId: string;
  readonly text: string;
  /** The user who writes; null for the candidate. */
  readonly author: { readonly id: string; readonly name: string } | null;
}

/** Returns the id of the message. Throws when the candidate is not visible to the caller. */
export async function sendChatMessage(
  queries: Queries,
  bus: Pick<EventBus, 'publish'>,
  { candidateId, text, author }: NewChatMessage,
): Promise<string> {
  const candidate = await queries
    .selectFrom('candidates')
    .where('id', '=', candidateId)
    .select(['tenant_id', 'agency_id', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow();
  const { id } = await queries
    .insertInto('chat_messages')
    .values({
      tenant_id: candidate.tenant_id,
      agency_id: candidate.agency_id,
      candidate_id: candidateId,
      from_candidate: author === null,
      author_name: author?.name ?? `${candidate.first_name} ${candidate.last_name}`,
      text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ user_id: string }>`
    select user_id from chat_listeners(${candidate.agency_id}::uuid, ${author?.id ?? null}::uuid)`.execute(queries);
  await bus.publish(queries, { kind: 'chat', messageId: id, userIds: rows.map((row) => row.user_id) });
  return id;
}

/**
 * Messages of these candidates after a date, newest first. Without ids, of all candidates the caller follows, which
 * requires a date.
 */
export async function readUnreadChat(
  queries: Queries,
  candidateIds: readonly string[],
  after: string | undefined,
): Promise<ResponseOf<'unreadChatMessages'>> {
  const isOfAll = candidateIds.length === 0;
  if (isOfAll && after === undefined) return { records: [], count: 0 };
  const { rows } = await sql<{ candidateId: string; name: string; text: string; createdAt: Date; total: number }>`
    select m.candidate_id as "candidateId", c.first_name || ' ' || c.last_name as "name", m.text,
      m.created_at as "createdAt", count(*) over ()::integer as "total"
    from chat_messages m join candidates c on c.id = m.candidate_id
    where (${isOfAll} or m.candidate_id = any (${[...candidateIds]}::uuid[])) and m.from_candidate
      and m.created_at > coalesce(${after ?? null}::timestamptz, '-infinity')
    order by m.created_at desc, m.id desc limit ${RECORDS_MAX}`.execute(queries);
  return {
    records: rows.map(({ candidateId, name, text, createdAt }) => ({
      candidateId,
      candidateName: name,
      text,
      createdDate: createdAt.toISOString(),
    })),
    count: rows[0]?.total ?? 0,
  };
}
