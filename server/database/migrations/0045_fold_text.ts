/** Folds text for searches, which ignore case and accents. The function is immutable, so that indexes can use it. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Nearly all texts are plain ASCII, where each character is one byte and only has to be lowercased.
  await sql`
    create function fold_text(given text)
    returns text language sql immutable strict parallel safe as $$
      select case
        when octet_length(given) = char_length(given) then lower(given)
        else lower(regexp_replace(
          normalize(
            translate(
              replace(replace(replace(replace(replace(given, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'),
              'øØłŁđĐ', 'oOlLdD'),
            nfd),
          '[\u0300-\u036f]', '', 'g'))
      end
    $$`.execute(db);
}
