import type { ComplianceDocumentStatus } from '../../base/statuses';
import { BY_ONE, BY_WEEKS, defineList, optionsOf } from '../list';
import { GROUP_BY, jobFilters, periodFilter, supplierColumn, supplierFilter } from '../common';

const RESULTS = optionsOf<ComplianceDocumentStatus>({
  DUE: 'Due',
  PENDING_REVIEW: 'Pending Review',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
});
const KINDS = optionsOf<'CREDENTIAL' | 'CERTIFICATION' | 'LICENSE'>({
  CREDENTIAL: 'Credential',
  CERTIFICATION: 'Certification',
  LICENSE: 'License',
});

/** Every reviewed document, with the outcome. */
export const declinedDocumentsReportList = defineList({
  title: 'Declined Documents Report',
  noun: { one: 'document', many: 'documents' },
  anyOf: ['REPORTS_COMPLIANCE', 'REPORTS_DASHBOARD'],
  columns: {
    name: { label: 'Document', kind: 'text', sortable: true },
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    status: {
      label: 'Result',
      kind: 'status',
      options: RESULTS,
      sortable: true,
      groups: { filter: 'documentStatus' },
    },
    timesDeclined: {
      label: 'Times Declined',
      kind: 'number',
      sortable: true,
      totals: 'sum',
      groups: { filter: 'timesDeclined', band: BY_ONE },
      hint: 'Each time, another upload was requested.',
    },
    declineReason: { label: 'Reason', kind: 'text', groups: { filter: 'declineReason' } },
    reviewedAt: { label: 'Reviewed', kind: 'instant', sortable: true, ...GROUP_BY.month },
    reviewedBy: { label: 'Reviewer', kind: 'text', groups: { filter: 'reviewer' } },
    daysToReview: {
      label: 'Days to Review',
      kind: 'number',
      decimals: 2,
      sortable: true,
      totals: 'mean',
      groups: { filter: 'daysToReview', band: BY_WEEKS },
      hint: 'From the latest upload.',
    },
    supplier: { ...supplierColumn, ...GROUP_BY.supplier },
    kind: { label: 'Type', kind: 'status', options: KINDS, groups: { filter: 'kind' }, initiallyHidden: true },
    facility: { label: 'Facility', kind: 'text', sortable: true, ...GROUP_BY.facility, initiallyHidden: true },
    department: { label: 'Department', kind: 'text', initiallyHidden: true, ...GROUP_BY.department },
    specialty: { label: 'Specialty', kind: 'text', initiallyHidden: true, ...GROUP_BY.specialty },
    assignmentNumber: { label: 'Assignment ID', kind: 'number', initiallyHidden: true },
    uploadedAt: { label: 'Submitted', kind: 'instant', sortable: true, initiallyHidden: true },
    declined: { label: 'Was Declined', kind: 'flag', initiallyHidden: true, groups: { filter: 'declined' } },
  },
  filters: {
    declined: { label: 'Declined', kind: 'flag', hint: 'Declined at least once, even if it was approved later.' },
    timesDeclined: { label: 'Times Declined', kind: 'numbers', unit: 'count' },
    documentStatus: { label: 'Result', kind: 'options', options: RESULTS },
    declineReason: { label: 'Reason', kind: 'lookup', lookup: 'declineReasons' },
    kind: { label: 'Type', kind: 'options', options: KINDS },
    ...jobFilters,
    period: periodFilter('When the document was last reviewed.'),
    supplier: supplierFilter,
    reviewer: { label: 'Reviewer', kind: 'lookup', lookup: 'reviewers' },
    daysToReview: { label: 'Days to Review', kind: 'numbers', unit: 'days' },
  },
  sort: '-reviewedAt',
  searches: 'document, candidate or reviewer',
});
