/**
 * Fewer matches of a possibly rare word are read one by one: in a search for three words that never occur together, one
 * was in twenty notifications of each block, and reading these took longer than querying the index for all three.
 */
import { sql, type Kysely } from 'kysely';
import { findBy } from './0084_find_rare_words_first';

export async function up(db: Kysely<unknown>): Promise<void> {
  await findBy(sql.lit(8)).execute(db);
}
