/** The kinds of records that have a page of their own. */
import type { Permission } from '../base/permissions';
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
 * The list whose rows are these records, and others that show some of them: a record opens for users who may see its
 * row in one of them.
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

/** Any of these opens the page of a record of this kind: those of its lists. */
export const RECORD_PERMISSIONS = {
  job: [
    'MENU_JOB',
    'JOB_VIEW',
    'REPORTS_JOBS',
    'SUBMENU_PRN_ORDERS',
    'SUBMENU_PRN_IRP_ORDERS',
    'REPORTS_PRN',
    'REPORTS_IRP',
  ],
  candidate: ['MENU_CANDIDATE', 'SUBMENU_PRN_CANDIDATE_POOL'],
  submission: ['MENU_SUBMISSIONS', 'MENU_SUBMITTAL', 'SUBMENU_PRN_SUBMITTAL', 'REPORTS_SUBMISSIONS'],
  assignment: ['MENU_ASSIGNMENTS', 'SUBMENU_PRN_WEEKLY_SCHEDULE', 'REPORTS_ASSIGNMENTS'],
  complianceFile: ['MENU_COMPLIANCE', 'SUBMENU_PRN_COMPLIANCE'],
  document: ['MENU_COMPLIANCE', 'REPORTS_COMPLIANCE'],
  timesheet: ['MENU_TIMESHEET', 'MENU_INVOICING', 'REPORTS_BACK_OFFICE'],
  invoice: ['MENU_INVOICING', 'SUBMENU_TIMESHEET_INVOICE'],
  reverseInvoice: ['MENU_INVOICING', 'SUBMENU_TIMESHEET_REVERSE_INVOICE'],
  facility: ['MENU_CLIENT', 'SUBMENU_PRN_FACILITIES', 'REPORTS_FACILITY'],
  supplier: ['MENU_AGENCY', 'REPORTS_SUPPLIER'],
} as const satisfies Record<RecordKind, readonly Permission[]>;

/** Whether the text is the code of a kind of records. */
export const isRecordKind = (text: string): text is RecordKind => (RECORD_KINDS as readonly string[]).includes(text);
