/** Importing timesheets from a file: a template, a preview of the result, and the import. */
import type { Endpoint } from '../base/endpoint';
import { FILE_REQUEST, FILE_RESPONSE } from '../base/files';
import { COUNT, NULLABLE_TEXT, TEXT } from '../base/schemas';

/** Bytes of a file. */
export const TIMESHEET_FILE_MAX_BYTES = 200_000;
/** Lines of a file, without its head. */
export const TIMESHEET_FILE_MAX_LINES = 500;

/** The columns of a file, in the order of the template; those with `needed` are required. */
export const TIMESHEET_FILE_COLUMNS = [
  { name: 'assignment', label: 'Assignment ID', needed: true },
  { name: 'candidate', label: 'Candidate', needed: false },
  { name: 'facility', label: 'Facility', needed: false },
  { name: 'weekEnding', label: 'Week Ending', needed: true },
  { name: 'regular', label: 'Regular', needed: false },
  { name: 'overtime', label: 'Overtime', needed: false },
  { name: 'holiday', label: 'Holiday', needed: false },
  { name: 'onCall', label: 'On Call', needed: false },
  { name: 'miles', label: 'Miles', needed: false },
  { name: 'expenses', label: 'Expenses', needed: false },
] as const;
export type TimesheetFileColumn = (typeof TIMESHEET_FILE_COLUMNS)[number]['name'];

const checked = {
  fileProblem: { ...NULLABLE_TEXT, description: 'Why the file cannot be read at all; its lines are empty then.' },
  lines: {
    type: 'array',
    items: {
      type: 'object',
      required: ['line', 'timesheetId', 'assignment', 'candidate', 'weekEnding', 'worked', 'bill', 'problems'],
      properties: {
        line: { ...COUNT, description: 'The number of the line in the file, whose head is line 1.' },
        timesheetId: { ...NULLABLE_TEXT, description: 'Null if no timesheet was found.' },
        assignment: TEXT,
        candidate: NULLABLE_TEXT,
        weekEnding: { ...NULLABLE_TEXT, description: "'YYYY-MM-DD'; null if it is not a date." },
        worked: { ...COUNT, description: 'Minutes, without those on call.' },
        bill: { ...COUNT, description: 'The bill after the import, in cents.' },
        problems: { type: 'array', items: TEXT, description: 'Sentences; empty where it can be imported.' },
      },
      additionalProperties: false,
    },
  },
  problems: { ...COUNT, description: 'How many lines have problems. If any has, nothing is imported.' },
} as const;

export const timesheetImportEndpoints = {
  timesheetTemplate: {
    method: 'GET',
    path: '/api-timecard/v1/timesheets/import/template',
    summary: `A file to fill in: a line for each timesheet that has not been submitted, with what was saved; the newest ${TIMESHEET_FILE_MAX_LINES} at most.`,
    auth: 'bearer',
    produces: 'text/csv',
    response: FILE_RESPONSE,
    errors: ['server.unauthorized'],
  },
  checkTimesheetFile: {
    method: 'POST',
    path: '/api-timecard/v1/timesheets/import/check',
    summary: `What a CSV file would import, line by line; nothing is changed. The body is the file, at most ${TIMESHEET_FILE_MAX_BYTES} bytes and ${TIMESHEET_FILE_MAX_LINES} lines.`,
    auth: 'bearer',
    encoding: 'file',
    maxBytes: TIMESHEET_FILE_MAX_BYTES,
    body: FILE_REQUEST,
    response: {
      title: 'CheckedTimesheetFile',
      type: 'object',
      required: ['fileProblem', 'lines', 'problems'],
      properties: checked,
      additionalProperties: false,
    },
    errors: ['server.unauthorized', 'payload.too.large', 'unsupported.media.type'],
  },
  importTimesheets: {
    method: 'POST',
    path: '/api-timecard/v1/timesheets/import',
    summary:
      'Enters the hours of a CSV file and submits the timesheets, all or none; an empty On Call, Miles or Expenses keeps what was saved. The same requestId imports once and answers the same.',
    auth: 'bearer',
    encoding: 'file',
    maxBytes: TIMESHEET_FILE_MAX_BYTES,
    query: {
      type: 'object',
      required: ['requestId'],
      properties: { requestId: { type: 'string', format: 'uuid' } },
      additionalProperties: false,
    },
    body: FILE_REQUEST,
    response: {
      title: 'ImportedTimesheets',
      type: 'object',
      required: ['imported', 'fileProblem', 'lines', 'problems'],
      properties: {
        imported: { ...COUNT, description: 'How many timesheets were imported; 0 if a line has a problem.' },
        ...checked,
      },
      additionalProperties: false,
    },
    errors: ['conflict', 'server.unauthorized', 'payload.too.large', 'unsupported.media.type'],
  },
} as const satisfies Record<string, Endpoint>;
