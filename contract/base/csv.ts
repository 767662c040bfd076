/** CSV (RFC 4180) that a spreadsheet opens as data and never as a formula. */

/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Characters that start a formula in a spreadsheet, also in full-width form. */
const STARTS_FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Where spreadsheets that separate cells by semicolons or tabs, or that ignore quotes, would start another cell. */
const STARTS_CELL = /([;\t\n]|\r(?!\n))(?=[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One line of a CSV file (RFC 4180), with its line end. */
export function csvLine(texts: readonly string[]): string {
  return texts.map(csvCell).join(',') + LINE_END;
}

/** One cell: quoted where necessary, and with an apostrophe before what a spreadsheet would run as a formula. */
export function csvCell(text: string): string {
  const start = STARTS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  const harmless = start.replace(STARTS_CELL, "$1'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
