/**
 * A list as a CSV file. Its rows are determined at once but read a thousand at a time in short transactions, so that a
 * slow download holds no connection.
 */
import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/base/csv';
import { lists } from '../../../contract/lists/catalog';
import {
  LIST_EXPORT_MAX_ROWS,
  type ListColumn,
  type ListDefinition,
  type ListName,
  type ListOption,
  type ListRow,
  type ListValue,
} from '../../../contract/lists/list';
import { instantOf, slashedDayText, zonedText } from '../../base/dates';
import { ApiError } from '../../base/errors';
import { todayOf, type Database, type Queries, type Scope } from '../../database';
import type { FileContent } from '../../platform/http/replies';
import { csvHead } from './csvHead';
import { listOrder, listWhere, readRows, selectIds, visibleColumns, type ListCriteria } from './engine';

/**
 * Readable values in units a spreadsheet can calculate with, such as dollars and hours. Dates and moments are as on the
 * screen, and each moment says its zone.
 */
export function cellText(column: ListColumn, value: ListValue, zone?: string): string {
  if (value === null) return '';
  switch (column.kind) {
    case 'money':
    case 'rate':
      return (Number(value) / 100).toFixed(2);
    case 'hours':
      return (Number(value) / 60).toFixed(2);
    case 'status':
      return labelOf(column.options ?? [], String(value));
    case 'date':
      return slashedDayText(String(value));
    case 'instant':
      return zonedText(instantOf(String(value)), zone);
    case 'flag':
      return value === true ? 'Yes' : 'No';
    default:
      return String(value);
  }
}

const labelOf = (options: readonly ListOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

const ROWS_AT_ONCE = 1_000;

export interface ExportRequest extends ListCriteria {
  readonly sort?: string | undefined;
  readonly columns?: readonly string[] | undefined;
}

/** The rows and columns of a file. `queries` are in the caller's scope. */
export interface ListExport {
  /** What stands above the columns. */
  readonly head: readonly (readonly string[])[];
  readonly ids: readonly string[];
  readonly columns: readonly string[];
  /** Whether the list has more rows than a file may have. */
  readonly cut: boolean;
}

/** The rows to export, by id, in order; `cut` if there are more than the limit. Throws ApiError (`request.invalid`). */
export async function planExport(
  queries: Queries,
  list: ListName,
  request: ExportRequest,
  scope: Scope,
): Promise<ListExport> {
  const columns = exportColumns(list, request.columns, scope);
  const where = listWhere(list, request, scope);
  const order = listOrder(list, request.sort, scope);
  const ids = await selectIds(queries, list, { where, order, limit: LIST_EXPORT_MAX_ROWS + 1, offset: 0 }, scope);
  const shown = ids.slice(0, LIST_EXPORT_MAX_ROWS);
  const head = await csvHead(queries, list, request, shown.length, scope);
  return { head, columns, ids: shown, cut: ids.length > LIST_EXPORT_MAX_ROWS };
}

function exportColumns(list: ListName, chosen: readonly string[] | undefined, scope: Scope): readonly string[] {
  const definition: ListDefinition = lists[list];
  const visible = visibleColumns(list, scope);
  if (chosen === undefined) return visible.filter((name) => !definition.columns[name]?.initiallyHidden);
  const unknown = chosen.find((name) => !visible.includes(name));
  if (unknown === undefined) return chosen;
  throw new ApiError('request.invalid', {
    sentence: `The list '${definition.title}' has no column '${unknown}'. Please choose others.`,
  });
}

/** The file, which is read row by row while it is sent. */
export function exportFile(
  database: Pick<Database, 'withScope'>,
  list: ListName,
  plan: ListExport,
  scope: Scope,
): FileContent {
  return {
    fileName: `${lists[list].title} ${todayOf(scope)}.csv`,
    content: Readable.from(csvText(database, list, plan, scope), { objectMode: false }),
  };
}

async function* csvText(
  database: Pick<Database, 'withScope'>,
  list: ListName,
  { head, ids, columns, cut }: ListExport,
  scope: Scope,
): AsyncGenerator<string> {
  const all: Readonly<Record<string, ListColumn>> = lists[list].columns;
  const shown = columns.flatMap((name) => (all[name] ? [{ name, column: all[name] }] : []));
  yield BYTE_ORDER_MARK + head.map(csvLine).join('') + csvLine(shown.map(({ column }) => column.label));
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const wanted = ids.slice(from, from + ROWS_AT_ONCE);
    const rows = await database.withScope(scope, (queries) => readRows(queries, list, wanted, columns, scope));
    const lineOf = (row: ListRow): string => {
      const zone = typeof row['zone'] === 'string' ? row['zone'] : scope.timeZone;
      return csvLine(shown.map(({ name, column }) => cellText(column, row[name] ?? null, zone)));
    };
    yield rows.map(lineOf).join('');
  }
  if (cut) {
    const most = LIST_EXPORT_MAX_ROWS.toLocaleString('en-US');
    yield csvLine([`Only the first ${most} rows are in this file. Set filters to get the others.`]);
  }
}
