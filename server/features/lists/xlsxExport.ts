/** A list as a workbook (XLSX): numbers are numbers in units a spreadsheet can calculate with, dates are dates. */
import { lists } from '../../../contract/lists/catalog';
import type { ColumnKind, ListColumn, ListRow, ListValue } from '../../../contract/lists/list';
import { dayMs, instantOf, wallClockMs } from '../../base/dates';
import { todayOf, type Database, type Scope } from '../../database';
import type { FileContent } from '../../platform/http/replies';
import type { SheetColumn, SheetValue } from '../../platform/xlsx/workbook';
import { workbookFile, type Reader, type SheetSource } from '../../platform/xlsx/workbookFile';
import { groupTable, missingGroupsText } from './groups';
import {
  cutText,
  exportedColumns,
  exportedRows,
  labelOf,
  zoneOf,
  type ListExport,
  type NamedColumn,
} from './listExport';

const NUMBER_FORMATS: Partial<Readonly<Record<ColumnKind, string>>> = {
  money: '"$"#,##0.00',
  rate: '"$"#,##0.00',
  hours: '#,##0.00',
  percent: 'General"%"',
  date: 'mm/dd/yyyy',
  instant: 'mm/dd/yyyy hh:mm',
};
const WIDTHS: Partial<Readonly<Record<ColumnKind, number>>> = { text: 24, instant: 18, status: 16 };
const WIDTH = 13;

/** The type of a column in a sheet. Visible numbers, such as a job's, are numbers too. */
function sheetColumn({ kind, label }: ListColumn): SheetColumn {
  const format = NUMBER_FORMATS[kind];
  return {
    label,
    width: Math.max(WIDTHS[kind] ?? WIDTH, label.length + 2),
    ...(format !== undefined && { format }),
    ...((kind === 'date' || kind === 'instant') && { isDate: true as const }),
  };
}

/**
 * A value in dollars, hours, days since 1970 in milliseconds, or as text; a timestamp as the local time of its zone.
 */
function sheetValue({ kind, options }: ListColumn, value: ListValue, zone?: string): SheetValue {
  if (value === null || value === '') return null;
  switch (kind) {
    case 'money':
    case 'rate':
      return Number(value) / 100;
    case 'hours':
      return Number(value) / 60;
    case 'number':
    case 'percent':
      return typeof value === 'number' ? value : String(value);
    case 'date':
      return dayMs(String(value));
    case 'instant':
      return wallClockMs(instantOf(String(value)), zone);
    case 'status':
      return labelOf(options, String(value));
    case 'flag':
      return value === true ? 'Yes' : 'No';
    case 'text':
      return String(value);
  }
}

const ZONE: SheetColumn = { label: 'Time Zone', width: 22 };

/** The XLSX file of an export plan; groups have a sheet of their own. Throws like `workbookFile`. */
export async function xlsxFile(
  database: Pick<Database, 'reading'>,
  plan: ListExport,
  scope: Scope,
  reader: Reader,
): Promise<FileContent> {
  const { title } = lists[plan.list];
  return {
    fileName: `${title} ${todayOf(scope)}.xlsx`,
    content: await workbookFile([rowSheet(database, plan, scope), ...groupSheets(plan)], reader),
  };
}

function rowSheet(database: Pick<Database, 'reading'>, plan: ListExport, scope: Scope): SheetSource {
  const shown = exportedColumns(plan);
  const hasMoments = shown.some(({ column }) => column.kind === 'instant');
  return {
    name: lists[plan.list].title,
    head: plan.head,
    columns: [...shown.map(({ column }) => sheetColumn(column)), ...(hasMoments ? [ZONE] : [])],
    rows: sheetRows(database, plan, scope, shown, hasMoments),
    foot: cutText(plan),
  };
}

async function* sheetRows(
  database: Pick<Database, 'reading'>,
  plan: ListExport,
  scope: Scope,
  shown: readonly NamedColumn[],
  hasMoments: boolean,
): AsyncGenerator<readonly (readonly SheetValue[])[]> {
  const valuesOf = (row: ListRow): readonly SheetValue[] => {
    const zone = zoneOf(row, scope);
    const values = shown.map(({ name, column }) => sheetValue(column, row[name] ?? null, zone));
    return hasMoments ? [...values, zone ?? 'UTC'] : values;
  };
  for await (const rows of exportedRows(database, plan, scope)) yield rows.map(valuesOf);
}

function groupSheets({ list, head, groups }: ListExport): readonly SheetSource[] {
  if (groups === null) return [];
  const { columns, rows } = groupTable(list, groups);
  const values = rows.map((row) => row.map((value, index) => sheetValue(columns[index] as ListColumn, value)));
  return [
    {
      name: `By ${columns[0]?.label ?? groups.by}`,
      head,
      columns: columns.map(sheetColumn),
      rows: once(values),
      foot: missingGroupsText(groups),
    },
  ];
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield await Promise.resolve(value);
}
