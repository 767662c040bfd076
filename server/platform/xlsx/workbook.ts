/** A workbook (XLSX) from plain values, which can be sent to a worker. */
import type { Cell, Row, Sheet as WrittenSheet } from 'write-excel-file/node';
import { instantOf } from '../../base/dates';

export type SheetValue = string | number | null;

export interface SheetColumn {
  readonly label: string;
  /** In characters. */
  readonly width: number;
  /** How its numbers are shown, in the language of spreadsheets: '#,##0.00'. */
  readonly format?: string;
  /** Its numbers are dates: milliseconds since 1970 of a clock without a zone. */
  readonly isDate?: true;
}

export interface Sheet {
  readonly name: string;
  /** Lines above the columns; the first is a title. */
  readonly head: readonly (readonly string[])[];
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly SheetValue[])[];
  /** A line below the rows. */
  readonly foot: string | null;
}

/** What a sheet can hold in one cell. */
const MAX_TEXT = 32_767;
const MAX_NAME = 31;

/** The file. Works on all rows at once, some seconds for a hundred thousand: see workbookFile. */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  // Loaded with the first file: most servers never write one themselves.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return writeXlsxFile(sheets.map(written)).toBuffer();
}

function written({ name, head, columns, rows, foot }: Sheet): WrittenSheet<never> {
  const [title, ...lines] = head;
  const bold = (value: string): Cell => ({ ...text(value), fontWeight: 'bold' });
  const data: Row[] = [
    ...(title === undefined ? [] : [title.map(bold)]),
    ...lines.map((line) => line.map(text)),
    columns.map(({ label }) => bold(label)),
    ...rows.map((values) => values.map((value, index) => cell(value, columns[index]))),
    ...(foot === null ? [] : [[text(foot)]]),
  ];
  return {
    sheet: name.replace(/[[\]/\\:*?]+/g, ' ').slice(0, MAX_NAME),
    data,
    columns: columns.map(({ width }) => ({ width })),
    // Below a head, a frozen line would hide much of a small window.
    ...(head.length === 0 && { stickyRowsCount: 1 }),
  };
}

function cell(value: SheetValue, { format, isDate }: Partial<SheetColumn> = {}): Cell {
  if (value === null || value === '') return null;
  if (typeof value === 'string') return text(value);
  const shown = format === undefined ? {} : { format };
  return isDate ? { type: Date, value: instantOf(value), ...shown } : { type: Number, value, ...shown };
}

/** A text is never a formula. The library mistakes names of Object's own members, such as 'constructor', for known ones. */
function text(value: string): { type: StringConstructor; value: string } {
  const fitting = value.slice(0, MAX_TEXT);
  return { type: String, value: fitting in Object.prototype ? `${fitting} ` : fitting };
}
