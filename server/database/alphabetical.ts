/** Names in alphabetical order, the same in every database, whatever its locale. */
import { sql, type RawBuilder } from 'kysely';

/**
 * What `fold_text` returns, in an order that does not depend on the database. Most texts are ASCII, for which calling
 * the function would take longer than sorting. The indexes that serve an order have the same expression.
 */
const folded = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`(case
  when octet_length(${text}) = char_length(${text}) then lower(${text} collate "C") else fold_text(${text}) collate "C" end)`;

/**
 * The keys that sort by a name, or by its parts: case and accents count only between names that are otherwise the same.
 */
export const alphabetical = (...parts: readonly RawBuilder<unknown>[]): readonly RawBuilder<unknown>[] => [
  ...parts.map(folded),
  ...parts,
];

/** For `order by`, with the columns of a name. */
export const alphabeticalOrder = (...columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(alphabetical(...columns.map((column) => sql.ref(column))));
