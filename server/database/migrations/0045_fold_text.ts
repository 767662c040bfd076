/**
 * How texts are compared in searches: without case, and a letter is the same with its accent and without. Immutable, so
 * that an index may use it.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Nearly all texts are plain ASCII, where a byte is a character and lower case is all there is to do.
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
