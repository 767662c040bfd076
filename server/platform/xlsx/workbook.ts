/** A workbook (XLSX) from plain values, which can be sent to a worker. */
import type { Cell, Row, Sheet as WrittenSheet } from 'write-excel-file/node';
import { instantOf } from '../../base/dates';

export type SheetValue = string | number | null;

export interface SheetColumn {
  readonly label: string;
  /** In characters. */
  readonly width: number;
  /** A number format of spreadsheets, such as '#,##0.00'. */
  readonly format?: string;
  /** Its numbers are dates: local times in milliseconds since 1970. */
  readonly isDate?: true;
}

export interface Sheet {
  readonly name: string;
  /** Lines above the columns; the first is a title. */
  readonly head: readonly (readonly string[])[];
  readonly columns: readonly SheetColumn[];
  /** Values in the order of `columns`. */
  readonly rows: readonly (readonly SheetValue[])[];
  /** A line below the rows. */
  readonly foot: string | null;
}

/** The longest text that a cell can hold. */
const MAX_TEXT = 32_767;
const MAX_NAME = 31;

/**
 * Returns the file. Takes some seconds for a hundred thousand rows, and works on all of them together: see
 * workbookFile.
 */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  // Loaded with the first file, which most servers never write in this process.
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
    // Below a head, frozen lines would cover much of a small window.
    ...(head.length === 0 && { stickyRowsCount: 1 }),
  };
}

function cell(value: SheetValue, { format, isDate }: Partial<SheetColumn> = {}): Cell {
  if (value === null || value === '') return null;
  if (typeof value === 'string') return text(value);
  const shown = format === undefined ? {} : { format };
  return isDate ? { type: Date, value: instantOf(value), ...shown } : { type: Number, value, ...shown };
}

/** A text is never a formula. The library confuses texts such as 'constructor' with members of Object. */
function text(value: string): { type: StringConstructor; value: string } {
  const fitting = value.slice(0, MAX_TEXT);
  return { type: String, value: fitting in Object.prototype ? `${fitting} ` : fitting };
}
