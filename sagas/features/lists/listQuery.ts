/**
 * The query of a list, which is in the address:
 * `?q=icu&status=OPEN,ON_HOLD&posted=2026-01-01..&sort=-postedAt&page=3&size=100&columns=number,status`. Also the cycle
 * of sort orders, and page numbers. Pure.
 */
import type { OrganizationType } from '../../../contract/base/organizations';
import {
  LIST_DEFAULT_PAGE_SIZE,
  LIST_PAGE_SIZES,
  LIST_SEARCH_MAX_LENGTH,
  visibleTo,
  type ListColumn,
  type ListDefinition,
  type ListFilter,
  type ListPageSize,
} from '../../../contract/lists/list';
import { takeValues } from './filterValues';
import {
  STORED_QUERY_MISSING,
  STORED_QUERY_PARAM,
  joinValues,
  splitValues,
  type Filters,
} from '../../navigation/routes/queryText';
import { countText } from '../../base/numbers';

export interface ListQuery {
  readonly filters: Filters;
  /** The words of the search; empty without one. */
  readonly q: string;
  /** A sortable column, with '-' before it for descending order. */
  readonly sort: string;
  /** From 1. */
  readonly page: number;
  readonly size: ListPageSize;
  /** In display order, as a view sets them; empty for the default ones. Null if the user's own choice applies. */
  readonly columns: readonly string[] | null;
}

export interface ReadQuery {
  readonly query: ListQuery;
  /** Labels of unknown filters and columns in the address. */
  readonly ignored: readonly string[];
}

const COLUMNS = 'columns';
const OWN_PARAMS = ['q', 'sort', 'page', 'size', COLUMNS, STORED_QUERY_PARAM];

/** The filters this organization may set; those that the page fixes are excluded. */
export function openFilters(
  definition: ListDefinition,
  type: OrganizationType,
  fixed: Filters,
): readonly (readonly [string, ListFilter])[] {
  const visible = visibleTo(type);
  return Object.entries(definition.filters).filter(([name, filter]) => visible(filter) && !(name in fixed));
}

/** The query in the address. Unknown parts are omitted; `ignored` has the labels of unknown ones. */
export function readQuery(
  definition: ListDefinition,
  type: OrganizationType,
  fixed: Filters,
  params: URLSearchParams,
): ReadQuery {
  const filters: Record<string, readonly string[]> = { ...fixed };
  const ignored: string[] = [];
  for (const [name, filter] of openFilters(definition, type, fixed)) {
    const given = params.getAll(name).filter(Boolean).flatMap(splitValues);
    if (given.length === 0) continue;
    const { values, complete } = takeValues(filter, given, type);
    if (!complete) ignored.push(filter.label);
    if (values.length > 0) filters[name] = values;
  }
  const named = params.has(COLUMNS) ? params.getAll(COLUMNS).filter(Boolean).flatMap(splitValues) : null;
  const columns = named && [...new Set(named)].filter((name) => visibleColumn(definition, type, name) !== undefined);
  if (named?.some((name) => !columns?.includes(name))) ignored.push('Columns');
  if (params.has(STORED_QUERY_PARAM)) ignored.push(STORED_QUERY_MISSING);
  const sort = params.get('sort') ?? definition.sort;
  return {
    query: {
      filters,
      q: (params.get('q') ?? '').slice(0, LIST_SEARCH_MAX_LENGTH),
      sort: isSort(definition, type, sort) ? sort : definition.sort,
      page: pageOf(params.get('page')),
      size: LIST_PAGE_SIZES.find((size) => String(size) === params.get('size')) ?? LIST_DEFAULT_PAGE_SIZE,
      columns,
    },
    ignored,
  };
}

/** The query string; other parameters (`keep`) stay, defaults are left out. */
export function writeQuery(
  definition: ListDefinition,
  fixed: Filters,
  query: ListQuery,
  keep: URLSearchParams,
): URLSearchParams {
  const params = new URLSearchParams(keep);
  for (const name of [...OWN_PARAMS, ...Object.keys(definition.filters)]) params.delete(name);
  if (query.q !== '') params.set('q', query.q);
  for (const name of Object.keys(definition.filters)) {
    const values = query.filters[name];
    if (values !== undefined && values.length > 0 && !(name in fixed)) params.set(name, joinValues(values));
  }
  if (query.sort !== definition.sort) params.set('sort', query.sort);
  if (query.page > 1) params.set('page', String(query.page));
  if (query.size !== LIST_DEFAULT_PAGE_SIZE) params.set('size', String(query.size));
  if (query.columns !== null) params.set(COLUMNS, joinValues(query.columns));
  return params;
}

/** `-postedAt` and `postedAt` for each sortable column. */
export const isSort = (definition: ListDefinition, type: OrganizationType, sort: string): boolean =>
  visibleColumn(definition, type, sort.replace(/^-/, ''))?.sortable === true;

/** The column of this name; undefined if this organization may not see it, or the list has none. */
export function visibleColumn(
  { columns }: ListDefinition,
  type: OrganizationType,
  name: string,
): ListColumn | undefined {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column !== undefined && visibleTo(type)(column) ? column : undefined;
}

function pageOf(given: string | null): number {
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}

/** '1–50 of 214', '1–50 of …' while it is being counted, '0' if empty. */
export function rangeOf(page: number, size: number, shown: number, total: number | null): string {
  if (shown === 0) return total === null ? '…' : countText(total);
  const first = (page - 1) * size + 1;
  return `${countText(first)}–${countText(first + shown - 1)} of ${total === null ? '…' : countText(total)}`;
}

/** At least 1; null while the total is not known. */
export const lastPage = (size: number, total: number | null): number | null =>
  total === null ? null : Math.max(1, Math.ceil(total / size));

/** Parses a typed page number; null if the list has no such page. */
export function typedPage(text: string, last: number | null): number | null {
  if (!/^[1-9]\d{0,5}$/.test(text.trim())) return null;
  const page = Number(text);
  return last !== null && page > last ? null : page;
}

export type SortDirection = 'ascending' | 'descending' | 'none';

/** How a column is sorted by `sort` (`name` or `-name`). */
export function directionOf(sort: string, column: string): SortDirection {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : 'none';
}

/** Ascending, descending, then the list's default order. The default sort column alternates between the first two. */
export function nextSort(sort: string, column: string, own: string): string {
  if (sort === column) return `-${column}`;
  if (sort === `-${column}`) return own === sort ? column : own;
  return column;
}
