import type { SubmissionStatus } from '../statuses';
import { defineList, optionsOf } from './list';
import { jobFilters, supplierColumn, supplierFilter } from './shared';

const STATUSES = optionsOf<SubmissionStatus>({
  SUBMITTED: 'New',
  QUALIFIED: 'Qualified',
  INTERVIEWING: 'Interviewing',
  OFFERED: 'Offered',
  OFFER_ACCEPTED: 'Offer Accepted',
  OFFER_REJECTED: 'Offer Rejected',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
});

export const submissionsList = defineList({
  title: 'Submissions',
  noun: { one: 'submission', many: 'submissions' },
  anyOf: ['MENU_SUBMISSIONS', 'MENU_SUBMITTAL', 'SUBMENU_PRN_SUBMITTAL', 'REPORTS_SUBMISSIONS'],
  columns: {
    number: { label: 'Submission ID', kind: 'number', sortable: true },
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    status: { label: 'Status', kind: 'status', options: STATUSES, sortable: true },
    statusSince: { label: 'Since', kind: 'instant', sortable: true, hint: 'When it reached this status.' },
    jobNumber: { label: 'Job ID', kind: 'number' },
    facility: { label: 'Facility', kind: 'text', sortable: true },
    department: { label: 'Department', kind: 'text' },
    profession: { label: 'Profession', kind: 'text' },
    specialty: { label: 'Specialty', kind: 'text' },
    supplier: supplierColumn,
    recruiter: { label: 'Recruiter', kind: 'text' },
    submittedAt: { label: 'Submitted', kind: 'instant', sortable: true },
    availableFrom: { label: 'Available From', kind: 'date', sortable: true },
    requestedRate: { label: 'Requested Rate', kind: 'rate', sortable: true },
    jobRateMin: { label: 'Job Rate From', kind: 'rate', initiallyHidden: true },
    jobRateMax: { label: 'Job Rate To', kind: 'rate' },
    interviewedAt: { label: 'Interview', kind: 'instant', sortable: true },
    offeredAt: { label: 'Offer', kind: 'instant', sortable: true },
    actionRequired: { label: 'Action Required', kind: 'flag', sortable: true },
    matchPercent: { label: 'Match', kind: 'percent', sortable: true },
    bookedAt: { label: 'Booked', kind: 'instant', initiallyHidden: true },
    closedAt: { label: 'Closed', kind: 'instant', initiallyHidden: true },
    closingReason: { label: 'Closing Reason', kind: 'text', initiallyHidden: true },
  },
  filters: {
    submission_status: { label: 'Status', kind: 'options', options: STATUSES },
    ...jobFilters,
    supplier: supplierFilter,
    recruiter: { label: 'Recruiter', kind: 'lookup', lookup: 'recruiters' },
    submittedAt: { label: 'Submitted', kind: 'dates' },
    ageHours: { label: 'Hours in this status', kind: 'numbers', unit: 'hours' },
    interview: { label: 'With interview', kind: 'flag' },
    actionRequired: { label: 'Action Required', kind: 'flag' },
    booked: { label: 'Booked', kind: 'flag' },
    jobNumber: { label: 'Job ID', kind: 'numbers', unit: 'count' },
  },
  sort: '-submittedAt',
  searches: 'submission ID, candidate or recruiter',
});
