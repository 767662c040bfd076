/**
 * The contents of an exported file. Its rows are determined first but read a thousand at a time in short
 * transactions, so that a slow download holds no connection.
 */
import { lists } from '../../../contract/lists/catalog';
import {
  LIST_EXPORT_MAX_ROWS,
  type ListColumn,
  type ListDefinition,
  type ListName,
  type ListOption,
  type ListRow,
} from '../../../contract/lists/list';
import { ApiError } from '../../base/errors';
import type { Database, Queries, Scope } from '../../database';
import { listOrder, listWhere, readRows, selectIds, viewerOf, visibleColumns, type ListCriteria } from './engine';
import { exportHead, limitingFacility } from './exportHead';
import { listGroups, type ListGroups } from './groups';
import { amongIds } from './predicates';

export interface ExportRequest extends ListCriteria {
  readonly sort?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly head?: boolean | undefined;
  readonly by?: string | undefined;
  /** Only these of the rows that match. */
  readonly ids?: readonly string[] | undefined;
}

/** The rows and columns of a file. `queries` are in the caller's scope. */
export interface ListExport {
  readonly list: ListName;
  /** The facility chosen in the shell, if it limits the rows. */
  readonly facilityId: string | undefined;
  /** The head above the columns. */
  readonly head: readonly (readonly string[])[];
  /** Null if no groups were requested. */
  readonly groups: ListGroups | null;
  /** Of the rows, in the order of the list. */
  readonly ids: readonly string[];
  readonly columns: readonly string[];
  /** Whether the list has more rows than a file may have. */
  readonly cut: boolean;
}

/** The rows to export, by id, in order; `cut` if there are more than the limit. Throws ApiError (`request.invalid`). */
export async function planExport(
  queries: Queries,
  list: ListName,
  { by, ids: chosen, ...request }: ExportRequest,
  scope: Scope,
): Promise<ListExport> {
  const columns = exportColumns(list, request.columns, scope);
  const where = amongIds(listWhere(list, request, scope), chosen);
  const order = listOrder(list, request.sort, scope);
  const groups = by === undefined ? null : await listGroups(queries, list, { ...request, by, ids: chosen }, scope);
  const limit = LIST_EXPORT_MAX_ROWS + 1;
  const ids = await selectIds(queries, list, { where, order, limit, offset: 0 }, viewerOf(scope, request));
  const shown = ids.slice(0, LIST_EXPORT_MAX_ROWS);
  const facility = await limitingFacility(queries, list, request);
  const headed = { ...request, facility: facility?.name, ...(by !== undefined && { head: true }) };
  const head = await exportHead(queries, list, headed, shown.length, scope);
  const cut = ids.length > LIST_EXPORT_MAX_ROWS;
  return { list, facilityId: facility?.id, head, groups, columns, ids: shown, cut };
}

/**
 * The chosen columns, or the ones shown by default. Throws `request.invalid` for a column that the caller's list does
 * not have.
 */
export function exportColumns(list: ListName, chosen: readonly string[] | undefined, scope: Scope): readonly string[] {
  const definition: ListDefinition = lists[list];
  const visible = visibleColumns(list, scope);
  if (chosen === undefined) return visible.filter((name) => !definition.columns[name]?.initiallyHidden);
  const unknown = chosen.find((name) => !visible.includes(name));
  if (unknown === undefined) return chosen;
  throw new ApiError('request.invalid', {
    sentence: `The list '${definition.title}' has no column '${unknown}'. Please choose others.`,
  });
}

const ROWS_AT_ONCE = 1_000;

/** The rows, in their order, a thousand at a time. */
export async function* exportedRows(
  database: Pick<Database, 'reading'>,
  { list, ids, columns, facilityId }: ListExport,
  scope: Scope,
): AsyncGenerator<readonly ListRow[]> {
  const viewer = viewerOf(scope, { clientId: facilityId });
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const wanted = ids.slice(from, from + ROWS_AT_ONCE);
    yield await database.reading(scope, (queries) => readRows(queries, list, wanted, columns, viewer));
  }
}

export interface NamedColumn {
  readonly name: string;
  readonly column: ListColumn;
}

/** The columns of the file with their definitions. */
export function exportedColumns({ list, columns }: Pick<ListExport, 'list' | 'columns'>): readonly NamedColumn[] {
  const all: Readonly<Record<string, ListColumn>> = lists[list].columns;
  return columns.flatMap((name) => (all[name] ? [{ name, column: all[name] }] : []));
}

/** The zone of a row's timestamps: its facility's, else the caller's. */
export const zoneOf = (row: ListRow, { timeZone }: Scope): string | undefined =>
  typeof row['zone'] === 'string' ? row['zone'] : timeZone;

/** The label of a status, or its code if it has none. */
export const labelOf = (options: readonly ListOption[] | undefined, value: string): string =>
  options?.find((option) => option.value === value)?.label ?? value;

/** The last line of a file that does not have all rows; null if it has. */
export const cutText = ({ cut }: ListExport): string | null =>
  cut
    ? `Only the first ${LIST_EXPORT_MAX_ROWS.toLocaleString('en-US')} rows are in this file. Set filters to get the others.`
    : null;
