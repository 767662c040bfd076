/** A list as a CSV file, which is read row by row while it is sent. */
import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/base/csv';
import { lists } from '../../../contract/lists/catalog';
import type { ListColumn, ListRow, ListValue } from '../../../contract/lists/list';
import { instantOf, slashedDayText, zonedText } from '../../base/dates';
import { todayOf, type Database, type Scope } from '../../database';
import type { FileContent } from '../../platform/http/replies';
import { groupTable, missingGroupsText } from './groups';
import { cutText, exportedColumns, exportedRows, labelOf, zoneOf, type ListExport } from './listExport';

/**
 * Readable values in units a spreadsheet can calculate with, such as dollars and hours. Dates and timestamps are as on
 * the screen; each timestamp has its zone.
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
      return labelOf(column.options, String(value));
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

/** The CSV file of an export plan. */
export const csvFile = (database: Pick<Database, 'reading'>, plan: ListExport, scope: Scope): FileContent => ({
  fileName: `${lists[plan.list].title} ${todayOf(scope)}.csv`,
  content: Readable.from(csvText(database, plan, scope), { objectMode: false }),
});

async function* csvText(database: Pick<Database, 'reading'>, plan: ListExport, scope: Scope): AsyncGenerator<string> {
  const shown = exportedColumns(plan);
  const lines = [...plan.head, ...groupLines(plan), shown.map(({ column }) => column.label)];
  yield BYTE_ORDER_MARK + lines.map(csvLine).join('');
  const lineOf = (row: ListRow): string =>
    csvLine(shown.map(({ name, column }) => cellText(column, row[name] ?? null, zoneOf(row, scope))));
  for await (const rows of exportedRows(database, plan, scope)) yield rows.map(lineOf).join('');
  const cut = cutText(plan);
  if (cut !== null) yield csvLine([cut]);
}

/** The groups with their sums and means and, if some are missing, a line that says so; then an empty line. */
export function groupLines({ list, groups }: Pick<ListExport, 'list' | 'groups'>): readonly (readonly string[])[] {
  if (groups === null) return [];
  const { columns, rows } = groupTable(list, groups);
  const missing = missingGroupsText(groups);
  return [
    columns.map(({ label }) => label),
    ...rows.map((values) => values.map((value, index) => cellText(columns[index] as ListColumn, value))),
    ...(missing === null ? [] : [[missing]]),
    [],
  ];
}
