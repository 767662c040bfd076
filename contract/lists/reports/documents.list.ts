import type { ComplianceDocumentStatus } from '../../base/statuses';
import { defineList, optionsOf } from '../list';
import { jobFilters, periodFilter, supplierColumn, supplierFilter } from '../common';

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
    kind: { label: 'Type', kind: 'status', options: KINDS },
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    supplier: supplierColumn,
    facility: { label: 'Facility', kind: 'text', sortable: true },
    assignmentNumber: { label: 'Assignment ID', kind: 'number', initiallyHidden: true },
    uploadedAt: { label: 'Submitted', kind: 'instant', sortable: true },
    reviewedAt: { label: 'Reviewed', kind: 'instant', sortable: true },
    reviewedBy: { label: 'Reviewer', kind: 'text' },
    status: { label: 'Result', kind: 'status', options: RESULTS, sortable: true },
    declineReason: { label: 'Reason', kind: 'text' },
    timesDeclined: {
      label: 'Times Declined',
      kind: 'number',
      sortable: true,
      totals: 'sum',
      hint: 'Each asks for another upload.',
    },
    daysToReview: {
      label: 'Days to Review',
      kind: 'number',
      sortable: true,
      totals: 'mean',
      hint: 'From the latest upload.',
    },
  },
  filters: {
    declined: { label: 'Declined', kind: 'flag', hint: 'At least once, also where it was approved in the end.' },
    documentStatus: { label: 'Result', kind: 'options', options: RESULTS },
    declineReason: { label: 'Reason', kind: 'lookup', lookup: 'declineReasons' },
    kind: { label: 'Type', kind: 'options', options: KINDS },
    ...jobFilters,
    period: periodFilter('When the document was last reviewed.'),
    supplier: supplierFilter,
    reviewer: { label: 'Reviewer', kind: 'lookup', lookup: 'reviewers' },
  },
  sort: '-reviewedAt',
  searches: 'document, candidate or reviewer',
});
