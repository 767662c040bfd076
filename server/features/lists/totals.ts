/** Sums and means of a list's columns over all rows that match, before rounding for the eye. */
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import type { ListDefinition, ListName } from '../../../contract/lists/list';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Queries, Scope } from '../../database';
import { columnMeasure, countListRows, listWhere, sourceOf, visibleColumns, type ListCriteria } from './engine';
import { within } from './search';

const BUDGET_MS = 3_000;

/** Of the columns that the caller sees. Throws ApiError (`request.invalid`) for unknown filters or values. */
export async function listTotals(
  queries: Queries,
  list: ListName,
  request: ListCriteria,
  scope: Scope,
): Promise<ResponseOf<'listTotals'>> {
  const { columns }: ListDefinition = lists[list];
  const names = visibleColumns(list, scope).filter((name) => columns[name]?.totals !== undefined);
  const where = listWhere(list, request, scope);
  const rows = await countListRows(queries, list, where);
  if (names.length === 0) return { rows, columns: [] };
  const source = sourceOf(list);
  const joins = typeof source.joins === 'function' ? source.joins(scope) : source.joins;
  const values = names.flatMap((name, index) => {
    const value = columnMeasure(list, name, scope);
    return [
      sql`count(${value})::integer as ${sql.id(`count${index}`)}`,
      sql`sum(${value})::double precision as ${sql.id(`sum${index}`)}`,
    ];
  });
  const read = () =>
    sql<Record<string, number | null>>`
      select ${sql.join(values)} from ${source.table} ${joins} where ${where}`.execute(queries);
  const answer = (await within(queries, BUDGET_MS, read))?.rows[0];
  if (answer === undefined) return { rows, columns: null };
  return {
    rows,
    columns: names.map((name, index) => {
      const [count, sum] = [answer[`count${index}`] ?? 0, answer[`sum${index}`] ?? 0];
      return { name, count, sum, mean: count === 0 ? null : sum / count };
    }),
  };
}
