/**
 * Reads any list in two steps: the ids of the page, from as few tables as the filters and the sort need, then the
 * columns of these rows. So the cost of a page does not grow with the joins.
 */
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import { idOf } from '../../../contract/records/links';
import {
  visibleTo,
  type ListDefinition,
  type ListName,
  type ListRow,
  type ListValue,
} from '../../../contract/lists/list';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { changed, wholeListOf } from './changes';
import { checkFilters, searchWords, type CheckedFilters, type RawFilters } from './filterValues';
import { allOf, anyOf } from './predicates';
import {
  readBy,
  type AnySource,
  type Change,
  type Expression,
  type SortSource,
  type SortableSource,
  type Sql,
  type Viewer,
} from './source';
import { sources } from './sources';

export interface ListCriteria {
  readonly filters?: RawFilters | undefined;
  readonly q?: string | undefined;
  /** Only rows that concern this facility. */
  readonly clientId?: string | undefined;
}

export interface Order {
  readonly source: SortSource;
  readonly descending: boolean;
}

/** Where the rows, columns and filters of a list come from. */
export const sourceOf = (list: ListName): AnySource => sources[list];

/** Whether the facility chosen in the shell limits the rows of this list. */
export const isOfFacility = (list: ListName): boolean => sourceOf(list).ofClients !== undefined;

/** Who reads the list that the criteria limit. */
export const viewerOf = (scope: Scope, { clientId }: Pick<ListCriteria, 'clientId'>): Viewer => ({
  ...scope,
  clientId,
});

/**
 * The condition of a list's rows, on its base table with the alias `r` (`listTable`). Everything that counts what a
 * list shows uses it too, so that number and list cannot differ. Throws like `checkFilters`.
 */
export function listWhere(list: ListName, criteria: ListCriteria, scope: Scope, source = sourceOf(list)): Sql {
  const words = searchWords(criteria.q).map((word) => anyOf(source.search(word)));
  const concerns =
    criteria.clientId === undefined || source.ofClients === undefined
      ? []
      : [source.ofClients([criteria.clientId], scope)];
  const { filters = {} } = criteria;
  const given = checkFilters(list, filters, scope.organizationType);
  const visible = (source.visible as (scope: Scope, given: unknown) => Sql)(scope, given);
  const matches = [visible, ...conditions(given, viewerOf(scope, criteria), source), ...concerns];
  const change = changeOf(list, filters, scope);
  if (change === undefined) return allOf([...matches, ...words]);
  const party = sourceOf(wholeListOf(list)).visible(scope);
  return allOf([changed(list, change, { matches: allOf(matches), party, scope }), ...words]);
}

const CHANGE = 'change';

/** The filter for rows that entered or left; it is not a condition on a row. */
const changeOf = (list: ListName, filters: RawFilters, { organizationType }: Scope): Change | undefined =>
  filters[CHANGE] === undefined
    ? undefined
    : (checkFilters(list, { [CHANGE]: filters[CHANGE] }, organizationType)[CHANGE] as Change | undefined);

/** The filters alone, for rows that already match `listWhere`. Throws like `checkFilters`. */
export const listFilters = (list: ListName, filters: RawFilters, scope: Scope, source = sourceOf(list)): Sql =>
  allOf(conditions(checkFilters(list, filters, scope.organizationType), scope, source));

function conditions(given: CheckedFilters, viewer: Viewer, source: AnySource): Sql[] {
  return Object.entries(given).flatMap(([param, value]) =>
    param === CHANGE
      ? []
      : [(source.filters[param] as (value: unknown, viewer: Viewer, given: unknown) => Sql)(value, viewer, given)],
  );
}

/** The SQL of a column before rounding, for aggregation; needs the column's joins. */
export function columnMeasure(list: ListName, column: string, scope: Scope): Sql {
  const { value, measure = value } = sourceOf(list).columns[column] as SortableSource;
  return readBy(scope, measure);
}

/** The base table with its alias, for example `jobs r`. */
export const listTable = (list: ListName): Sql => sourceOf(list).table;

/** The columns that this organization may see, in the list's order. */
export function visibleColumns(list: ListName, scope: Scope): string[] {
  const definition: ListDefinition = lists[list];
  return Object.entries(definition.columns)
    .filter(([, column]) => visibleTo(scope.organizationType)(column))
    .map(([name]) => name);
}

/** The order of a `sort` such as `-postedAt`. Throws ApiError (`request.invalid`) for a column without one. */
export function listOrder(list: ListName, sort: string | undefined, scope: Scope): Order {
  const definition: ListDefinition = lists[list];
  const wanted = sort ?? definition.sort;
  const name = wanted.replace(/^-/, '');
  const sortable = visibleColumns(list, scope).includes(name) && definition.columns[name]?.sortable;
  if (!sortable) {
    throw new ApiError('request.invalid', {
      sentence: `The list '${definition.title}' cannot be sorted by '${name}'. Please choose another column.`,
    });
  }
  return { source: (sourceOf(list).columns[name] as SortableSource).sort, descending: wanted.startsWith('-') };
}

/** The number of rows that match a condition. */
export async function countListRows(queries: Queries, list: ListName, where: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${listTable(list)} where ${where}`.execute(
    queries,
  );
  return rows[0]?.n ?? 0;
}

export interface IdQuery {
  readonly where: Sql;
  readonly order: Order;
  readonly limit: number;
  readonly offset: number;
  /** The total, if known: pages past the middle are then read from the end. */
  readonly total?: number | null;
}

/** Below this, sorting is as fast as going through groups. */
const FEW_ROWS = 20_000;
/** Beyond this, sorting is faster than going through groups. */
const FIRST_ROWS = 1_000;

/** Returns the ids in order. Equal rows are ordered by id, so that each is on one page only. */
export async function selectIds(queries: Queries, list: ListName, query: IdQuery, viewer: Viewer): Promise<string[]> {
  const { where, order, total } = query;
  if (total != null && query.offset >= total) return [];
  const fromEnd = total != null && query.offset > total / 2;
  const limit = fromEnd ? Math.max(0, Math.min(query.limit, total - query.offset)) : query.limit;
  const offset = fromEnd ? total - query.offset - limit : query.offset;
  const { groups, join = sql`` } = order.source;
  const table = listTable(list);
  const byGroup = groups !== undefined && (total == null || total > FEW_ROWS) && offset + limit <= FIRST_ROWS;
  const rowOrder = sql`r.id ${direction(order, fromEnd)}`;
  const from = byGroup
    ? sql`${groups.table} cross join lateral (
        select r.id from ${table} ${groups.join ?? sql``} where ${groups.matches} and ${where}
        order by ${rowOrder} limit ${limit + offset}::integer) r`
    : sql`${table} ${readBy(viewer, join)} where ${where}`;
  const { rows } = await sql<{ id: string }>`
    select r.id from ${from} order by ${sql.join([...sortKeys(order, fromEnd, viewer), rowOrder])}
    limit ${limit}::integer offset ${offset}::integer`.execute(queries);
  const ids = rows.map(({ id }) => id);
  return fromEnd ? ids.reverse() : ids;
}

const direction = ({ descending }: Order, fromEnd: boolean): Sql => (descending !== fromEnd ? sql`desc` : sql`asc`);

/**
 * Nulls are last in both directions, and first when read from the end. Omitted for columns without nulls, so that one
 * index serves both directions.
 */
function sortKeys(order: Order, fromEnd: boolean, viewer: Viewer): Sql[] {
  const { keys, nullable } = order.source;
  const nulls = nullable ? (fromEnd ? sql`nulls first` : sql`nulls last`) : sql``;
  return keys.map((key) => sql`${readBy(viewer, key)} ${direction(order, fromEnd)} ${nulls}`);
}

/**
 * The columns of these rows, in the order of the ids, and the ids of the records that they link to. `more` are further
 * values by name, which may use the list's joins.
 */
export async function readRows(
  queries: Queries,
  list: ListName,
  ids: readonly string[],
  columns: readonly string[],
  viewer: Viewer,
  more: Readonly<Record<string, Expression>> = {},
): Promise<ListRow[]> {
  if (ids.length === 0) return [];
  const source = sourceOf(list);
  const named = (name: string, value: Expression): Sql => sql`${readBy(viewer, value)} as ${sql.id(name)}`;
  const values = columns.flatMap((name) => {
    const id = source.ids?.[name];
    return [
      named(name, (source.columns[name] as SortableSource).value),
      ...(id === undefined ? [] : [named(idOf(name), id)]),
    ];
  });
  values.push(...Object.entries(more).map(([name, value]) => named(name, value)));
  const { columns: definitions }: ListDefinition = lists[list];
  const hasInstants = columns.some((name) => definitions[name]?.kind === 'instant');
  if (source.zone !== undefined && hasInstants) values.push(sql`${source.zone} as zone`);
  // Join in the written order: from a few rows, planning would take longer than reading.
  await sql`select set_config('join_collapse_limit', '1', true)`.execute(queries);
  const { rows } = await sql<Record<string, ListValue | Date> & { id: string }>`
    select ${sql.join([sql`r.id`, ...values])} from ${source.table} ${readBy(viewer, source.joins)}
    where ${sourceOf(wholeListOf(list)).visible(viewer)} and r.id = any(${ids}::uuid[])`.execute(queries);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [plain(row)];
  });
}

function plain(row: Record<string, ListValue | Date> & { id: string }): ListRow {
  for (const [name, value] of Object.entries(row)) if (value instanceof Date) row[name] = value.toISOString();
  return row as ListRow;
}
