/** Messages of candidates since a date, as after an absence. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Queries } from '../../database';

/** Only the newest are returned; the count includes all. */
const RECORDS_MAX = 200;

/**
 * Messages of these candidates after a date that the caller has not read anywhere, newest first. Without ids, of all
 * candidates the caller follows, which requires a date.
 */
export async function readUnreadChat(
  queries: Queries,
  candidateIds: readonly string[],
  after: string | undefined,
): Promise<ResponseOf<'unreadChatMessages'>> {
  const isOfAll = candidateIds.length === 0;
  if (isOfAll && after === undefined) return { records: [], count: 0 };
  const { rows } = await sql<{
    id: string;
    candidateId: string;
    name: string;
    text: string;
    createdAt: Date;
    total: number;
  }>`
    select m.id, m.candidate_id as "candidateId", c.first_name || ' ' || c.last_name as "name", m.text,
      m.created_at as "createdAt", count(*) over ()::integer as "total"
    from chat_messages m join candidates c on c.id = m.candidate_id
    where (${isOfAll} or m.candidate_id = any (${[...candidateIds]}::uuid[])) and m.from_candidate
      and m.created_at > coalesce(${after ?? null}::timestamptz, '-infinity')
      and m.number > coalesce((select r.number from chat_reads r
        where r.user_id = (select app_user_id()) and r.candidate_id = m.candidate_id), 0)
    order by m.created_at desc, m.id desc limit ${RECORDS_MAX}`.execute(queries);
  return {
    records: rows.map(({ id, candidateId, name, text, createdAt }) => ({
      id,
      candidateId,
      candidateName: name,
      text,
      createdDate: createdAt.toISOString(),
    })),
    count: rows[0]?.total ?? 0,
  };
}
