/**
 * Messages are found by each of their words, also by those that a hyphen, a slash or a dot joins, as in telephone
 * numbers, dates and addresses. The parser of the database keeps some of these in one piece, which a search for a part
 * does not find.
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
  sql`drop index chat_messages_words`,
  sql`create index chat_messages_words on chat_messages using gin (array_to_tsvector(chat_words(text)))`,
  // As before, with the words of the new index; the query is one of folded words in quotes.
  sql`
    create or replace function chat_find(the_words text)
    returns table (candidate_id uuid, number integer)
    language sql stable security definer set search_path = pg_catalog, public as $$
      select m.candidate_id, max(m.number) from chat_messages m
      where m.tenant_id = app_tenant_id()
        and (app_organization_type() = 'VMS' or (app_organization_type() = 'AGENCY' and m.agency_id = app_organization_id()))
        and array_to_tsvector(chat_words(m.text)) @@ the_words::tsquery
      group by m.candidate_id
    $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
