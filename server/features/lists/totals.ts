/** Sums and means of a list's columns over all matching rows, before rounding for display. */
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import type { ListDefinition, ListName } from '../../../contract/lists/list';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Queries, Scope } from '../../database';
import { columnMeasure, countListRows, listWhere, sourceOf, visibleColumns, type ListCriteria } from './engine';
import { withTimeBudget } from './search';
import { readBy, type AnySource, type Sql } from './source';

/** A query that takes longer is cancelled, and its answer is null. */
export const TOTALS_BUDGET_MS = 3_000;

/** The aggregates: `count0` and `sum0` of the first column, and so on. */
export type TotalsRow = Readonly<Record<`count${number}` | `sum${number}`, number | null>>;
type Total = NonNullable<ResponseOf<'listTotals'>['columns']>[number];

/** The columns with totals that the caller may see, and their aggregates. */
export function totalsOf(
  list: ListName,
  scope: Scope,
): { readonly names: readonly string[]; readonly values: readonly Sql[] } {
  const { columns }: ListDefinition = lists[list];
  const names = visibleColumns(list, scope).filter((name) => columns[name]?.totals !== undefined);
  const values = names.flatMap((name, index) => {
    const value = columnMeasure(list, name, scope);
    return [
      sql`count(${value})::integer as ${sql.id(`count${index}`)}`,
      sql`sum(${value})::double precision as ${sql.id(`sum${index}`)}`,
    ];
  });
  return { names, values };
}

/**
 * Settings for adding up very many rows: hash aggregation in memory instead of sorting, because the planner
 * underestimates rows behind row-level security. They end with the transaction.
 */
export const aggregateInMemory = (queries: Queries) =>
  sql`select set_config('work_mem', '64MB', true), set_config('enable_sort', 'off', true)`.execute(queries);

/** The joins of a list as SQL; some depend on the scope. */
export const allJoins = ({ joins }: AnySource, scope: Scope): Sql => readBy(scope, joins);

/** The totals of the columns in one row of aggregates. */
export const totalsFrom = (names: readonly string[], row: TotalsRow): Total[] =>
  names.map((name, index) => {
    const [count, sum] = [row[`count${index}`] ?? 0, row[`sum${index}`] ?? 0];
    return { name, count, sum, mean: count === 0 ? null : sum / count };
  });

/**
 * The totals of the columns that the caller may see. Throws ApiError (`request.invalid`) for unknown filters or values.
 */
export async function listTotals(
  queries: Queries,
  list: ListName,
  request: ListCriteria,
  scope: Scope,
): Promise<ResponseOf<'listTotals'>> {
  const where = listWhere(list, request, scope);
  const rows = await countListRows(queries, list, where);
  const { names, values } = totalsOf(list, scope);
  if (names.length === 0) return { rows, columns: [] };
  const source = sourceOf(list);
  const read = () =>
    sql<TotalsRow>`
      select ${sql.join(values)} from ${source.table} ${allJoins(source, scope)} where ${where}`.execute(queries);
  const answer = (await withTimeBudget(queries, TOTALS_BUDGET_MS, read))?.rows[0];
  return { rows, columns: answer === undefined ? null : totalsFrom(names, answer) };
}
