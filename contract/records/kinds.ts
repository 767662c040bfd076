/** What has a page of its own, with its state, what happened to it and what belongs to it. */
import type { ListName } from '../lists/list';

export const RECORD_KINDS = [
  'job',
  'candidate',
  'submission',
  'assignment',
  'complianceFile',
  'document',
  'timesheet',
  'invoice',
  'reverseInvoice',
  'facility',
  'supplier',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * The list whose rows are these records, and others that show some of them: a record opens for whoever may see its row in
 * one of them.
 */
export const RECORD_LISTS = {
  job: ['jobs', 'prnOrders'],
  candidate: ['candidates'],
  submission: ['submissions'],
  assignment: ['assignments'],
  // Its id is that of the assignment.
  complianceFile: ['complianceFiles'],
  document: ['complianceDocuments'],
  timesheet: ['timesheets'],
  invoice: ['invoices'],
  reverseInvoice: ['reverseInvoices'],
  facility: ['facilities'],
  supplier: ['suppliers'],
} as const satisfies Record<RecordKind, readonly [ListName, ...ListName[]]>;

/** The tables that records are rows of; their changes are events, by the name of the table. */
export const RECORD_TABLES = {
  job: 'jobs',
  candidate: 'candidates',
  submission: 'submissions',
  assignment: 'assignments',
  complianceFile: 'assignments',
  document: 'compliance_documents',
  timesheet: 'timesheets',
  invoice: 'invoices',
  reverseInvoice: 'invoices',
  facility: 'facilities',
  supplier: 'suppliers',
} as const satisfies Record<RecordKind, string>;
export type RecordTable = (typeof RECORD_TABLES)[RecordKind];
