/** The list of threads: all, unread ones, or search results. */
import { sql, type RawBuilder } from 'kysely';
import { CHAT_EXCERPT_LENGTH, CHAT_THREADS_PAGE_SIZE } from '../../../contract/chat/chat';
import type { QueryOf, ResponseOf } from '../../../contract/endpoints';
import { INTEGER_MAX } from '../../../contract/base/values';
import type { Queries } from '../../database';
import { readJson, threadFor, threadJson, type ReadRow, type ThreadRow } from './rows';

/** Only the first words are used; more would only narrow the result. */
const WORDS_MAX = 8;

/** Letters and digits with their marks; all other characters separate words. */
const wordsOf = (q: string): string[] =>
  (q.normalize('NFC').match(/\p{M}*[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).slice(0, WORDS_MAX);

/** A page of the caller's threads, the last written first; `q` matches all its words in names and messages. */
export async function readThreads(
  queries: Queries,
  userId: string,
  { q = '', unread = false, page = 0 }: QueryOf<'chatThreads'>,
): Promise<ResponseOf<'chatThreads'>> {
  const words = wordsOf(q);
  if (q.trim() !== '' && words.length === 0) return { records: [], count: 0 };
  const { rows } = await sql<{ thread: ThreadRow; read: ReadRow | null; match: string | null; total: number }>`
    select ${threadJson} as thread, (
      select ${readJson} from chat_reads r where r.candidate_id = t.candidate_id and r.user_id = ${userId}::uuid) as read,
      ${
        words.length === 0
          ? sql`null`
          : sql`(select left(m.text, ${CHAT_EXCERPT_LENGTH}::integer) from chat_messages m
        where m.candidate_id = t.candidate_id and m.number = f.number)`
      } as match,
      count(*) over ()::integer as total
    from chat_threads t join candidates c on c.id = t.candidate_id join suppliers s on s.id = t.agency_id
    ${words.length === 0 ? sql`` : sql`left join ${foundBy(words)} f on f.candidate_id = t.candidate_id`}
    where ${words.length === 0 ? sql`true` : sql`(f.number is not null or ${isNamed(words)})`}
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

/**
 * Each word is the beginning of a word of the message. The words are folded and quoted for the database's text search.
 */
const foundBy = (words: readonly string[]): RawBuilder<unknown> => sql`
  chat_find((select string_agg(quote_literal(fold_text(word)) || ':*', ' & ') from unnest(${[...words]}::text[]) word))`;

/** Each word is the beginning of a name of the candidate, or the candidate's number. */
function isNamed(words: readonly string[]): RawBuilder<unknown> {
  const named = sql`not exists (select from unnest(${[...words]}::text[]) word
    where strpos(' ' || fold_text(c.first_name || ' ' || c.last_name), ' ' || fold_text(word)) = 0)`;
  const number = words.length === 1 && /^\d{1,10}$/.test(words[0] ?? '') ? Number(words[0]) : 0;
  return number > 0 && number <= INTEGER_MAX ? sql`(${named} or c.number = ${number})` : named;
}
