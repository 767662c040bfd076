/**
 * Messages and names are found by each of their words, also by those that a hyphen, a slash or a dot joins, as in
 * telephone numbers, dates and addresses. The parser of the database keeps some of these in one piece, which a search
 * for a part does not find.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Punctuation and symbols, such as emoji, that `search_words` takes for letters. */
const SYMBOLS = sql.lit(
  [
    '[\\u0080-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7',
    '\\u060c\\u061b\\u061f\\u0964\\u0965',
    '\\u2000-\\u206f\\u20a0-\\u20ff\\u2190-\\u2bff\\u2e00-\\u2e7f',
    '\\u3000-\\u3004\\u3008-\\u3020\\u30fb\\ufe00-\\ufe4f',
    '\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65',
    '\\U0001f000-\\U0001faff\\U000e0000-\\U000e007f]+',
  ].join(''),
);

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`
    create function chat_words(given text)
    returns text[] language sql immutable strict parallel safe set search_path = pg_catalog, public as $$
      select search_words(regexp_replace(given, ${SYMBOLS}, ' ', 'g'))
    $$`,
  // The chat can be read in the meantime; dropping the former index would lock it until the end of the migration.
  sql`create index chat_messages_found_words on chat_messages using gin (array_to_tsvector(chat_words(text)))`,
  sql`
    create index candidates_name_words on candidates
    using gin (array_to_tsvector(chat_words(first_name || ' ' || last_name)))`,
  // As before, with the words of the new indexes; the query is one of folded words in quotes.
  sql`
    create or replace function chat_find(the_words text)
    returns table (candidate_id uuid, number integer)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select found.candidate_id, max(found.number) from (
        select m.candidate_id, m.tenant_id, m.agency_id, m.number from chat_messages m
        where array_to_tsvector(chat_words(m.text)) @@ the_words::tsquery
        union all
        select c.id, c.tenant_id, c.agency_id, null from candidates c
        where array_to_tsvector(chat_words(c.first_name || ' ' || c.last_name)) @@ the_words::tsquery
      ) found
      where found.tenant_id = app_tenant_id()
        and (app_organization_type() = 'VMS'
          or (app_organization_type() = 'AGENCY' and found.agency_id = app_organization_id()))
      group by found.candidate_id
    $$`,
  sql`
    comment on function chat_find(text) is
    'By words of messages or of the name of the candidate: with the newest of these messages, or without one.'`,
  sql`drop index chat_messages_words`,
  sql`alter index chat_messages_found_words rename to chat_messages_words`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
