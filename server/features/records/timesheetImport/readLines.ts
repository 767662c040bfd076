/** The lines of a CSV file of timesheets: the values of their cells, and the errors of each line by itself. */
import { CsvError, parse } from 'csv-parse/sync';
import {
  TIMESHEET_FILE_COLUMNS,
  TIMESHEET_FILE_MAX_LINES,
  type TimesheetFileColumn,
} from '../../../../contract/records/timesheetImport.endpoints';
import { MINUTES_A_WEEK, workedIn, type ImportedHours } from './hours';
import { isDay, MINUTES_AN_HOUR, saturdayOf, slashedDayText } from '../../../base/dates';

const MILES_MAX = 10_000;
const EXPENSES_MAX_CENTS = 10_000_000;
/** How much of a cell an error message quotes. */
const SHOWN_LENGTH = 30;
/** How many unknown columns it names. */
const SHOWN_COLUMNS = 5;

export interface FileLine extends ImportedHours {
  /** The line of the file; its head is line 1. */
  readonly line: number;
  /** As it was written. */
  readonly assignment: string;
  /** Null if it is not a number. */
  readonly assignmentNumber: number | null;
  /** As written in the file; empty if it is missing there. */
  readonly candidate: string;
  readonly weekEnding: string | null;
  readonly problems: readonly string[];
}

/** `problem`: a sentence why nothing of the file can be read. */
export type FileRead = { readonly lines: readonly FileLine[] } | { readonly problem: string };

/** Reads a file that a spreadsheet saved: UTF-8, with commas or semicolons, in any order of the columns. */
export function readLines(content: Buffer): FileRead {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return { problem: 'The file is not UTF-8 text. Please save it as “CSV UTF-8” and choose it again.' };
  }
  if (text.includes('\0')) return { problem: 'The file is not text. Please save it as CSV and choose it again.' };
  const cells = cellsOf(text);
  if ('problem' in cells) return cells;
  const [head, ...rows] = cells.rows;
  if (head === undefined) return { problem: 'The file is empty. Please fill in the template and choose it again.' };
  const columns = columnsOf(head.cells);
  if ('problem' in columns) return columns;
  if (rows.length === 0)
    return { problem: 'The file has a header and no lines. Please fill in a line for each timesheet.' };
  if (rows.length > TIMESHEET_FILE_MAX_LINES) {
    return {
      problem: `The file has ${rows.length} lines; at most ${TIMESHEET_FILE_MAX_LINES} are allowed. Please split it.`,
    };
  }
  return { lines: rows.map((row) => lineOf(row, columns.names, cells.readNumber)) };
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

interface Cells {
  readonly rows: readonly Row[];
  /** A number as this file writes it, with a decimal point and nothing between thousands. */
  readonly readNumber: (text: string) => string;
}

function cellsOf(text: string): Cells | { readonly problem: string } {
  const head = text.slice(0, Math.max(0, text.search(/\r|\n|$/)));
  const delimiter = head.includes(';') && !head.includes(',') ? ';' : ',';
  try {
    const found = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as readonly { readonly record: string[]; readonly info: { readonly lines: number } }[];
    return {
      rows: found.map(({ record, info }) => ({ cells: record.map((cell) => cell.trim()), line: info.lines })),
      readNumber: delimiter === ';' ? withDecimalComma : withDecimalPoint,
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? ` in line ${error['lines']}` : '';
    return { problem: `The file is not valid CSV: its quotation marks do not match${line}. Please save it again.` };
  }
}

/** '1,250.50' */
const withDecimalPoint = (text: string): string => text.replace(/,(?=\d{3}(\D|$))/g, '');
/** '1.250,50': spreadsheets separate cells by semicolons where the comma is in the numbers. */
const withDecimalComma = (text: string): string =>
  text.includes(',') ? text.replace(/\.(?=\d{3}\D)/g, '').replace(',', '.') : text;

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

function columnsOf(
  head: readonly string[],
): { readonly names: readonly TimesheetFileColumn[] } | { readonly problem: string } {
  const found = head.map((label) => TIMESHEET_FILE_COLUMNS.find((column) => plain(column.label) === plain(label)));
  const unknown = head.filter((_, index) => found[index] === undefined);
  if (unknown.length > 0) {
    const more = unknown.length > SHOWN_COLUMNS ? ` and ${unknown.length - SHOWN_COLUMNS} more` : '';
    const listed = `${unknown.slice(0, SHOWN_COLUMNS).map(shown).join(', ')}${more}`;
    return { problem: `The file has columns that are not known: ${listed}. Please use the template.` };
  }
  const names = found.flatMap((column) => column?.name ?? []);
  const twice = found.find((column, index) => found.indexOf(column) !== index);
  if (twice !== undefined) return { problem: `The file has the column ${twice.label} twice. Please remove one.` };
  const missing = TIMESHEET_FILE_COLUMNS.filter(({ name, needed }) => needed && !names.includes(name));
  if (missing.length > 0) {
    const labels = missing.map(({ label }) => label).join(', ');
    return { problem: `The file lacks the column ${labels}. Please use the template.` };
  }
  return { names };
}

const shown = (cell: string): string =>
  `'${cell.length > SHOWN_LENGTH ? `${cell.slice(0, SHOWN_LENGTH)}…` : cell}'`.replace(/\p{C}/gu, ' ');

interface Amount {
  readonly label: string;
  readonly read: (text: string) => number | null;
  readonly most: number;
  /** What is said of a text that cannot be read. */
  readonly must?: string;
}

function lineOf(
  { cells, line }: Row,
  names: readonly TimesheetFileColumn[],
  readNumber: Cells['readNumber'],
): FileLine {
  const problems: string[] = [];
  if (cells.length !== names.length) problems.push(`It has ${cells.length} cells, not ${names.length}.`);
  // Spreadsheets mark text by a leading apostrophe.
  const cell = (name: TimesheetFileColumn): string => (cells[names.indexOf(name)] ?? '').replace(/^'/, '');
  const amount = (name: TimesheetFileColumn, { label, read, most, must = 'which is not a number' }: Amount) => {
    const text = cell(name);
    if (text === '') return null;
    const value = read(readNumber(text));
    const unsigned = withoutMinus(text);
    const isNegative = value === null && unsigned !== text && read(readNumber(unsigned)) !== null;
    if (isNegative) problems.push(`${label} is ${shown(text)}, but must not be negative.`);
    else if (value === null) problems.push(`${label} is ${shown(text)}, ${must}.`);
    else if (value > most) problems.push(`${label} is ${shown(text)}, which is too much.`);
    return value === null || value > most ? null : value;
  };
  const time = (name: TimesheetFileColumn, label: string) =>
    amount(name, { label, read: minutesOf, most: MINUTES_A_WEEK });
  const assignment = cell('assignment');
  const assignmentNumber = /^\d{1,12}$/.test(assignment) ? Number(assignment) : null;
  if (assignment === '') problems.push('It has no Assignment ID.');
  else if (assignmentNumber === null)
    problems.push(`The Assignment ID is ${shown(assignment)}, which is not a number.`);
  const hours: ImportedHours = {
    regular: time('regular', 'Regular') ?? 0,
    overtime: time('overtime', 'Overtime') ?? 0,
    holiday: time('holiday', 'Holiday') ?? 0,
    onCall: time('onCall', 'On Call'),
    miles: amount('miles', {
      label: 'Miles',
      read: wholeOf,
      most: MILES_MAX,
      must: 'but must be a whole number of miles',
    }),
    expenses: amount('expenses', { label: 'Expenses', read: centsOf, most: EXPENSES_MAX_CENTS }),
  };
  const worked = workedIn(hours);
  const isRead = problems.length === 0;
  if (isRead && worked === 0) problems.push('It has no hours.');
  if (worked + (hours.onCall ?? 0) > MINUTES_A_WEEK) problems.push('It has more hours than a week.');
  return {
    ...hours,
    line,
    assignment,
    assignmentNumber,
    candidate: cell('candidate'),
    weekEnding: weekEndingOf(cell('weekEnding'), problems),
    problems,
  };
}

function weekEndingOf(text: string, problems: string[]): string | null {
  const day = dayOf(text);
  if (text === '') problems.push('It has no Week Ending.');
  else if (day === null) problems.push(`The Week Ending is ${shown(text)}, which is not a date (MM/DD/YYYY).`);
  else if (saturdayOf(day) !== day) {
    problems.push(`Weeks end on Saturdays: that week's is ${slashedDayText(saturdayOf(day))}.`);
  }
  return day;
}

/** '2026-11-21' or '11/21/2026', of days that exist. */
function dayOf(text: string): string | null {
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = slashed === null ? text : `${slashed[3]}-${slashed[1]?.padStart(2, '0')}-${slashed[2]?.padStart(2, '0')}`;
  return /^(19|20|21)/.test(day) && isDay(day) ? day : null;
}

/** '-8', '-$8' or '($8)' as '8' or '$8'; any other text is returned as it is. */
const withoutMinus = (text: string): string => text.replace(/^(\$?)-/, '$1').replace(/^\((.*)\)$/, '$1');

/** '36', '36.5', '36:30', or '36:30:00', which spreadsheets make of it. */
function minutesOf(text: string): number | null {
  const clock = /^(\d{1,3}):([0-5]\d)(:00)?$/.exec(text);
  if (clock !== null) return Number(clock[1]) * MINUTES_AN_HOUR + Number(clock[2]);
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * MINUTES_AN_HOUR) : null;
}

const wholeOf = (text: string): number | null => (/^\d{1,6}(\.0{1,2})?$/.test(text) ? Number(text) : null);

/** '1250.50' or '$80'. */
function centsOf(text: string): number | null {
  const digits = text.replace(/^\$/, '');
  return /^\d{1,7}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : null;
}
