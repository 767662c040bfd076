import type { ComplianceDocumentStatus } from '../base/statuses';
import { defineList, optionsOf } from './list';
import {
  ASSIGNMENT_STATUS_OPTIONS,
  COMPLIANCE_BANDS,
  EXPIRING_DAYS,
  changeFilter,
  jobFilters,
  supplierColumn,
  supplierFilter,
} from './common';

const FILE_STATUSES = ASSIGNMENT_STATUS_OPTIONS.filter(({ value }) => value === 'ACTIVE' || value === 'BOOKED');
const DOCUMENT_STATUSES = optionsOf<ComplianceDocumentStatus>({
  DUE: 'Due',
  PENDING_REVIEW: 'Pending Review',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
});
const DOCUMENT_KINDS = optionsOf<'CREDENTIAL' | 'CERTIFICATION' | 'LICENSE'>({
  CREDENTIAL: 'Credential',
  CERTIFICATION: 'Certification',
  LICENSE: 'License',
});
const EXPIRING = {
  label: 'Expires within (days)',
  kind: 'numbers',
  unit: 'days',
  hint: `0..${EXPIRING_DAYS} is what the dashboard counts as expiring.`,
} as const;

/** One row per running or booked assignment, with its compliance file. */
export const complianceFilesList = defineList({
  title: 'Compliance Files',
  noun: { one: 'file', many: 'files' },
  anyOf: ['MENU_COMPLIANCE', 'SUBMENU_PRN_COMPLIANCE'],
  columns: {
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    status: { label: 'Status', kind: 'status', options: FILE_STATUSES, sortable: true },
    supplier: supplierColumn,
    facility: { label: 'Facility', kind: 'text', sortable: true },
    department: { label: 'Department', kind: 'text', initiallyHidden: true },
    specialty: { label: 'Specialty', kind: 'text', initiallyHidden: true },
    jobNumber: { label: 'Job ID', kind: 'number' },
    assignmentNumber: { label: 'Assignment ID', kind: 'number', sortable: true },
    startDate: { label: 'Start', kind: 'date', sortable: true },
    daysToStart: { label: 'Days to Start', kind: 'number' },
    completionPercent: { label: 'Completion', kind: 'percent', sortable: true },
    required: { label: 'Required', kind: 'number' },
    missing: { label: 'Missing', kind: 'number' },
    inReview: { label: 'In Review', kind: 'number' },
    declined: { label: 'Declined', kind: 'number' },
    expired: { label: 'Expired', kind: 'number' },
    nextExpiry: { label: 'Next Expiry', kind: 'date', hint: 'Of the approved documents, from today on.' },
    lastUploadAt: { label: 'Last Upload', kind: 'instant' },
    completedAt: { label: 'Completed', kind: 'instant', initiallyHidden: true },
  },
  filters: {
    status: { label: 'Status', kind: 'options', options: FILE_STATUSES },
    complianceBand: { label: 'Completion', kind: 'options', options: COMPLIANCE_BANDS },
    change: changeFilter,
    ...jobFilters,
    supplier: supplierFilter,
    filesDue: { label: 'With documents due', kind: 'flag' },
    inReview: { label: 'With documents in review', kind: 'flag' },
    declined: { label: 'With declined documents', kind: 'flag' },
    expiresInDays: EXPIRING,
    startsInDays: { label: 'Starts within (days)', kind: 'numbers', unit: 'days' },
    candidate: { label: 'Candidate ID', kind: 'numbers', unit: 'count' },
    jobNumber: { label: 'Job ID', kind: 'numbers', unit: 'count' },
  },
  sort: 'startDate',
  searches: 'candidate or assignment ID',
});

export const complianceDocumentsList = defineList({
  title: 'Compliance Documents',
  noun: { one: 'document', many: 'documents' },
  anyOf: ['MENU_COMPLIANCE', 'REPORTS_COMPLIANCE'],
  columns: {
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    kind: { label: 'Type', kind: 'status', options: DOCUMENT_KINDS },
    name: { label: 'Document', kind: 'text', sortable: true },
    status: { label: 'Status', kind: 'status', options: DOCUMENT_STATUSES, sortable: true },
    dueOn: { label: 'Due', kind: 'date', sortable: true },
    issuedOn: { label: 'Issued', kind: 'date' },
    expiresOn: { label: 'Expires', kind: 'date', sortable: true },
    uploadedBy: { label: 'Uploaded By', kind: 'text' },
    uploadedAt: { label: 'Uploaded', kind: 'instant', sortable: true },
    reviewedBy: { label: 'Reviewer', kind: 'text' },
    reviewedAt: { label: 'Reviewed', kind: 'instant' },
    timesDeclined: { label: 'Times Declined', kind: 'number', initiallyHidden: true },
    declineReason: { label: 'Decline Reason', kind: 'text' },
    supplier: supplierColumn,
    facility: { label: 'Facility', kind: 'text', sortable: true },
    assignmentNumber: { label: 'Assignment ID', kind: 'number' },
    assignmentStatus: { label: 'Assignment', kind: 'status', options: ASSIGNMENT_STATUS_OPTIONS },
    startDate: { label: 'Start', kind: 'date' },
  },
  filters: {
    status: { label: 'Assignment', kind: 'options', options: ASSIGNMENT_STATUS_OPTIONS },
    documentStatus: { label: 'Status', kind: 'options', options: DOCUMENT_STATUSES },
    kind: { label: 'Type', kind: 'options', options: DOCUMENT_KINDS },
    ...jobFilters,
    supplier: supplierFilter,
    expiresInDays: EXPIRING,
    expiresOn: { label: 'Expires', kind: 'dates' },
    startsInDays: { label: 'Starts within (days)', kind: 'numbers', unit: 'days' },
    uploadedAt: { label: 'Uploaded', kind: 'dates' },
    declined: { label: 'Ever declined', kind: 'flag' },
    reviewer: { label: 'Reviewer', kind: 'lookup', lookup: 'reviewers' },
    assignmentNumber: { label: 'Assignment ID', kind: 'numbers', unit: 'count' },
  },
  sort: 'dueOn',
  searches: 'document, candidate or reviewer',
});
