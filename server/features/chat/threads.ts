/** The list of threads: all, unread ones, or search results. */
import { sql, type RawBuilder } from 'kysely';
import { CHAT_EXCERPT_LENGTH, CHAT_THREADS_PAGE_SIZE } from '../../../contract/chat/chat';
import type { QueryOf, ResponseOf } from '../../../contract/endpoints';
import { INTEGER_MAX } from '../../../contract/base/values';
import type { Queries } from '../../database';
import { readJson, threadFor, threadJson, type ReadRow, type ThreadRow } from './rows';

/** A page of the caller's threads, the last written first; `q` matches all its words in names and messages. */
export async function readThreads(
  queries: Queries,
  userId: string,
  { q = '', unread = false, page = 0 }: QueryOf<'chatThreads'>,
): Promise<ResponseOf<'chatThreads'>> {
  const isSearch = q.trim() !== '';
  const { rows } = await sql<{ thread: ThreadRow; read: ReadRow | null; match: string | null; total: number }>`
    select ${threadJson} as thread, (
      select ${readJson} from chat_reads r where r.candidate_id = t.candidate_id and r.user_id = ${userId}::uuid) as read,
      ${
        isSearch
          ? sql`(select left(m.text, ${CHAT_EXCERPT_LENGTH}::integer) from chat_messages m
        where m.candidate_id = t.candidate_id and m.number = f.number)`
          : sql`null`
      } as match,
      count(*) over ()::integer as total
    from chat_threads t join candidates c on c.id = t.candidate_id join suppliers s on s.id = t.agency_id
    ${isSearch ? sql`left join chat_find(${wordsOf(q)}) f on f.candidate_id = t.candidate_id` : sql``}
    where ${isSearch ? sql`(f.candidate_id is not null or ${isNumbered(q)})` : sql`true`}
      and ${
        unread
          ? sql`t.received > coalesce((select r.received from chat_reads r
        where r.candidate_id = t.candidate_id and r.user_id = ${userId}::uuid), 0)`
          : sql`true`
      }
    order by t.last_at desc, t.candidate_id
    limit ${CHAT_THREADS_PAGE_SIZE} offset ${page * CHAT_THREADS_PAGE_SIZE}`.execute(queries);
  return {
    records: rows.map(({ thread, read, match }) => ({ thread: threadFor(thread, read ?? undefined), match })),
    count: rows[0]?.total ?? 0,
  };
}

/** A text search query: each word of `q` is the beginning of one. Null without words, which finds nothing. */
const wordsOf = (q: string): RawBuilder<unknown> => sql`
  (select string_agg(quote_literal(word) || ':*', ' & ') from unnest(chat_words(${q}::text)) word)`;

/** Whether `q` is the candidate's number. */
function isNumbered(q: string): RawBuilder<unknown> {
  const number = Number(/^[^\p{L}\p{N}]*(\d{1,10})[^\p{L}\p{N}]*$/u.exec(q)?.[1] ?? 0);
  return number > 0 && number <= INTEGER_MAX ? sql`c.number = ${number}` : sql`false`;
}
