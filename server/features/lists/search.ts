/** A page of a list with its total, and only the total. */
import { sql } from 'kysely';
import { LIST_DEFAULT_PAGE_SIZE, LIST_MAX_CHOSEN, type ListName, type ListRow } from '../../../contract/lists/list';
import { ACTION_KINDS } from '../../../contract/records/action';
import { RECORD_LISTS } from '../../../contract/records/kinds';
import type { Queries, Scope } from '../../database';
import { sqlState } from '../../database/errors';
import { STATEMENT_TIMEOUT_MS } from '../../database/pool';
import {
  countListRows,
  listOrder,
  listWhere,
  readRows,
  selectIds,
  sourceOf,
  viewerOf,
  visibleColumns,
  type ListCriteria,
} from './engine';
import type { RawFilters } from './filterValues';
import { allOf } from './predicates';
import type { Expression, Sql } from './source';
import { tallyOf, type Tally } from './tallies';

const ACTED_ON: ReadonlySet<ListName> = new Set(
  ACTION_KINDS.flatMap((kind): readonly ListName[] => RECORD_LISTS[kind]),
);
/** Sent with an action on a row, which is refused if the record has changed since. */
const VERSION: Readonly<Record<string, Expression>> = { version: sql`r.version` };

/** A page does not wait longer for its total. */
const COUNT_BUDGET_MS = 60;
const QUERY_CANCELED = '57014';

export interface PageRequest extends ListCriteria {
  readonly sort?: string | undefined;
  /** From 1, which is the default. */
  readonly page?: number | undefined;
  /** Rows; 50 by default. */
  readonly size?: number | undefined;
}

export interface ListPage {
  readonly rows: ListRow[];
  /** Null when counting would take too long. */
  readonly total: number | null;
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/**
 * `queries` are one transaction in the caller's scope. Throws `request.invalid` for unknown filters, columns or values.
 */
export async function searchList(
  queries: Queries,
  list: ListName,
  request: PageRequest,
  scope: Scope,
): Promise<ListPage> {
  const { page = 1, size = LIST_DEFAULT_PAGE_SIZE } = request;
  const where = listWhere(list, request, scope);
  const order = listOrder(list, request.sort, scope);
  const viewer = viewerOf(scope, request);
  const offset = (page - 1) * size;
  const counted = await countWithin(queries, list, where, COUNT_BUDGET_MS);
  const ids = await selectIds(queries, list, { where, order, limit: size, offset, total: counted }, viewer);
  const more = ACTED_ON.has(list) ? VERSION : {};
  const rows = await readRows(queries, list, ids, visibleColumns(list, scope), viewer, more);
  // On the last page the total follows from the rows, without counting.
  const isLast = ids.length < size && (ids.length > 0 || page === 1);
  return { rows, total: counted ?? (isLast ? offset + ids.length : null), page, size };
}

/** The number of rows that match. Throws like `checkFilters`. */
export function countList(queries: Queries, list: ListName, request: ListCriteria, scope: Scope): Promise<number> {
  return countListRows(queries, list, listWhere(list, request, scope));
}

/**
 * The ids of the rows that match, in order, as many as can be chosen at the same time; `complete` unless there are
 * more. Throws like `checkFilters`, and for an unknown column to sort by.
 */
export async function findIds(
  queries: Queries,
  list: ListName,
  request: ListCriteria & Pick<PageRequest, 'sort'>,
  scope: Scope,
): Promise<{ readonly ids: string[]; readonly complete: boolean }> {
  const where = listWhere(list, request, scope);
  const order = listOrder(list, request.sort, scope);
  const limit = LIST_MAX_CHOSEN + 1;
  const ids = await selectIds(queries, list, { where, order, limit, offset: 0 }, viewerOf(scope, request));
  return { ids: ids.slice(0, LIST_MAX_CHOSEN), complete: ids.length <= LIST_MAX_CHOSEN };
}

/** Reading all rows once may take this long. */
const COUNTS_BUDGET_MS = 1_000;

interface Selections extends Omit<ListCriteria, 'filters'> {
  readonly selections: readonly RawFilters[];
}

/**
 * How many rows match each selection: from tallies those that they can answer, the others in one pass over the rows;
 * null if that takes too long. Throws ApiError (`request.invalid`) for a filter that the list does not have, or a value
 * that it does not take.
 */
export async function countSelections(
  queries: Queries,
  list: ListName,
  { selections, ...common }: Selections,
  scope: Scope,
): Promise<readonly number[] | null> {
  const shared = sharedBy(selections);
  const tallyFor = (some: readonly RawFilters[]): Tally | null =>
    tallyOf(
      list,
      { ...common, filters: shared },
      some.map((filters) => without(filters, shared)),
      scope,
    );
  const tallied = selections.filter((filters) => tallyFor([filters]) !== null);
  const others = selections.filter((filters) => !tallied.includes(filters));
  return withTimeBudget(queries, COUNTS_BUDGET_MS, async () => {
    const counts = new Map([
      ...(await countIn(queries, list, { selections: tallied, ...common }, scope, tallyFor(tallied))),
      ...(await countIn(queries, list, { selections: others, ...common }, scope, null)),
    ]);
    return selections.map((filters) => counts.get(filters) ?? 0);
  });
}

/** From the rows themselves if `tally` is null. */
async function countIn(
  queries: Queries,
  list: ListName,
  { selections, ...common }: Selections,
  scope: Scope,
  tally: Tally | null,
): Promise<readonly (readonly [selection: RawFilters, count: number])[]> {
  if (selections.length === 0) return [];
  const source = tally?.source ?? sourceOf(list);
  const whereOf = (filters: RawFilters): Sql => listWhere(list, { ...common, filters }, scope, source);
  const counted = tally === null ? sql`count(*)` : sql`sum(r.n)`;
  const counts = selections.map((filters) => sql`coalesce(${counted} filter (where ${whereOf(filters)}), 0)`);
  // Rows that left a list do not match its conditions, so with a change every record counts.
  const isOfRows = selections.every(({ change }) => change === undefined);
  const where = [...(tally === null ? [] : [tally.parties]), ...(isOfRows ? [whereOf(sharedBy(selections))] : [])];
  const { rows } = await sql<{ totals: number[] }>`
    select array[${sql.join(counts)}]::integer[] as totals from ${source.table} where ${allOf(where)}`.execute(queries);
  return selections.map((filters, index) => [filters, rows[0]?.totals[index] ?? 0]);
}

/** Its filters that are not among the shared ones. */
const without = (filters: RawFilters, shared: RawFilters): RawFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !(name in shared)));

/** The filters that are the same in all selections; they may decide which rows the list has at all. */
const sharedBy = ([first = {}, ...others]: readonly RawFilters[]): RawFilters =>
  Object.fromEntries(
    Object.entries(first).filter(([name, values]) =>
      others.every(({ [name]: other }) => other?.join() === values.join()),
    ),
  );

const countWithin = (queries: Queries, list: ListName, where: Sql, budgetMs: number): Promise<number | null> =>
  withTimeBudget(queries, budgetMs, () => countListRows(queries, list, where));

/**
 * The result of `read`, or null if it takes longer than `budgetMs`. It must not write. A database with longer time
 * limits, such as that of the tests, gets a longer budget in proportion. Throws what `read` throws.
 */
export async function withTimeBudget<T>(queries: Queries, budgetMs: number, read: () => Promise<T>): Promise<T | null> {
  await sql`savepoint counting`.execute(queries);
  const share = budgetMs / STATEMENT_TIMEOUT_MS;
  await sql`select set_config('statement_timeout',
    (extract(epoch from current_setting('statement_timeout')::interval) * 1000 * ${share}::float8)::integer::text, true)`.execute(
    queries,
  );
  try {
    return await read();
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    return null;
  } finally {
    // Also rolled back after success: nothing was written, and the rollback restores the statement timeout.
    await sql`rollback to savepoint counting`.execute(queries);
  }
}
