/** The status vocabularies of the domain, in their default display order. */

export const SUBMISSION_STATUSES = [
  'SUBMITTED',
  'QUALIFIED',
  'INTERVIEWING',
  'OFFERED',
  'OFFER_ACCEPTED',
  'OFFER_REJECTED',
  'REJECTED',
  'WITHDRAWN',
] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const JOB_STATUSES = ['PENDING_APPROVAL', 'PENDING_REVIEW', 'OPEN', 'ON_HOLD', 'EXTENSION', 'CLOSED'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Why a closed job was closed. */
export const JOB_CLOSURES = ['FILLED', 'OTHER'] as const;
export type JobClosure = (typeof JOB_CLOSURES)[number];

export const ASSIGNMENT_STATUSES = ['BOOKED', 'ACTIVE', 'COMPLETED', 'EARLY_TERM', 'CANCELLED', 'PERM'] as const;
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];

export const COMPLIANCE_DOCUMENT_STATUSES = ['DUE', 'PENDING_REVIEW', 'APPROVED', 'DECLINED', 'EXPIRED'] as const;
export type ComplianceDocumentStatus = (typeof COMPLIANCE_DOCUMENT_STATUSES)[number];

export const TIMESHEET_STATUSES = ['MISSING', 'SAVED', 'SUBMITTED', 'APPROVED', 'FINALIZED'] as const;
export type TimesheetStatus = (typeof TIMESHEET_STATUSES)[number];

export const INVOICE_STATUSES = [
  'INVOICE_DUE',
  'INVOICE_PAID',
  'INVOICE_PAST_DUE',
  'REVERSE_INVOICE_PENDING',
  'REVERSE_INVOICE_GOOD_PAY',
  'REVERSE_INVOICE_PAID',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const JOB_TYPE_OPTIONS: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'TRAVEL', label: 'Travel' },
  { value: 'LOCAL_CONTRACT', label: 'Local contract' },
  { value: 'PER_DIEM', label: 'PRN' },
  { value: 'PERM', label: 'Perm' },
];
