/** The columns of lists and of tables on record pages that link to a record's page. */
import type { ListName } from '../lists/list';
import type { RecordKind } from './kinds';

/** Columns that name the record of their own row. */
export const OWN_COLUMNS: Readonly<Partial<Record<ListName, Readonly<Record<string, RecordKind>>>>> = {
  jobs: { number: 'job' },
  prnOrders: { number: 'job' },
  candidates: { number: 'candidate', name: 'candidate' },
  submissions: { number: 'submission' },
  assignments: { number: 'assignment' },
  complianceFiles: { completionPercent: 'complianceFile' },
  complianceDocuments: { name: 'document' },
  timesheets: { number: 'timesheet' },
  invoices: { number: 'invoice' },
  reverseInvoices: { number: 'reverseInvoice' },
  facilities: { name: 'facility' },
  suppliers: { name: 'supplier' },
  jobsReport: { number: 'job' },
  submittalReport: { number: 'submission' },
  submissionStatusReport: { number: 'submission' },
  assignmentReport: { number: 'assignment' },
  pushedStartReport: { number: 'assignment' },
  completedAssignmentsReport: { number: 'assignment' },
  activeBookedCandidateReport: { number: 'assignment' },
  earlyTermCancelReport: { number: 'assignment' },
  declinedDocumentsReport: { name: 'document' },
};

/** Columns that name another record, in whichever list; its id is in the row, under `idOf(column)`. */
export const OTHER_COLUMNS = {
  candidate: 'candidate',
  facility: 'facility',
  supplier: 'supplier',
  jobNumber: 'job',
  submissionNumber: 'submission',
  assignmentNumber: 'assignment',
  invoiceNumber: 'invoice',
  reverseInvoiceNumber: 'reverseInvoice',
} as const satisfies Readonly<Record<string, RecordKind>>;
export type OtherColumn = keyof typeof OTHER_COLUMNS;

/** Whether the column names another record than its row's own. */
export const isOtherColumn = (column: string): column is OtherColumn => Object.hasOwn(OTHER_COLUMNS, column);

/** The key of the id of the record that a column names. */
export const idOf = (column: string): string => `${column}Id`;
