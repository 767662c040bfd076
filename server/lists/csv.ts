/** Rows as CSV (RFC 4180) that a spreadsheet opens as data and never as a formula. */
import type { ListColumn, ListOption, ListValue } from '../../contract/lists';

/** Tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** What makes a spreadsheet calculate instead of show, also in its full-width form. */
const STARTS_FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

export function csvLine(texts: readonly string[]): string {
  return texts.map(csvCell).join(',') + LINE_END;
}

export function csvCell(text: string): string {
  const harmless = STARTS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** As people read it, in units a spreadsheet can reckon with: dollars, hours, ISO dates. */
export function cellText(column: ListColumn, value: ListValue): string {
  if (value === null) return '';
  switch (column.kind) {
    case 'money':
    case 'rate':
      return (Number(value) / 100).toFixed(2);
    case 'hours':
      return (Number(value) / 60).toFixed(2);
    case 'status':
      return labelOf(column.options ?? [], String(value));
    case 'flag':
      return value === true ? 'Yes' : 'No';
    default:
      return String(value);
  }
}

const labelOf = (options: readonly ListOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;
