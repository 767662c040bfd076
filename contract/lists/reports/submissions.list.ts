import { JOB_TYPE_OPTIONS } from '../../base/statuses';
import { defineList, optionsOf } from '../list';
import { SUBMISSION_STATUS_OPTIONS, jobFilters, periodFilter, supplierColumn, supplierFilter } from '../common';

const REACHED = optionsOf<'QUALIFIED' | 'INTERVIEWING' | 'OFFERED' | 'OFFER_ACCEPTED' | 'BOOKED'>({
  QUALIFIED: 'Qualified',
  INTERVIEWING: 'Interviewing',
  OFFERED: 'Offered',
  OFFER_ACCEPTED: 'Offer Accepted',
  BOOKED: 'Booked',
});
const JOB_STATUSES = optionsOf<string>({
  PENDING_APPROVAL: 'Pending Approval',
  PENDING_REVIEW: 'Pending Review',
  OPEN: 'Open',
  ON_HOLD: 'On-Hold',
  EXTENSION: 'Extension',
  CLOSED: 'Closed',
});
const noun = { one: 'submission', many: 'submissions' } as const;
const anyOf = ['REPORTS_SUBMISSIONS', 'REPORTS_DASHBOARD'] as const;
const searches = 'submission ID, candidate or recruiter';

/** Every submitted candidate, beside the job they were submitted to. */
export const submittalReportList = defineList({
  title: 'Submittals Report',
  noun,
  anyOf,
  columns: {
    jobNumber: { label: 'Request', kind: 'number' },
    jobType: { label: 'Type', kind: 'status', options: JOB_TYPE_OPTIONS },
    jobStatus: { label: 'Request Status', kind: 'status', options: JOB_STATUSES },
    facility: { label: 'Facility', kind: 'text', sortable: true },
    department: { label: 'Department', kind: 'text' },
    division: { label: 'Division', kind: 'text', initiallyHidden: true },
    costCenter: { label: 'Cost Center', kind: 'text', initiallyHidden: true, hiddenFrom: ['AGENCY'] },
    city: { label: 'City', kind: 'text', initiallyHidden: true },
    state: { label: 'State', kind: 'text', initiallyHidden: true },
    manager: { label: 'Manager', kind: 'text', initiallyHidden: true },
    profession: { label: 'Profession', kind: 'text', initiallyHidden: true },
    specialty: { label: 'Specialty', kind: 'text' },
    startDate: { label: 'Start', kind: 'date' },
    endDate: { label: 'End', kind: 'date', initiallyHidden: true },
    billRateMin: { label: 'Bill Rate From', kind: 'rate', initiallyHidden: true },
    billRateMax: { label: 'Bill Rate To', kind: 'rate' },
    requestedRate: { label: 'Requested Rate', kind: 'rate', sortable: true },
    positions: { label: 'Positions', kind: 'number' },
    positionsLeft: { label: 'Positions Left', kind: 'number' },
    suppliers: {
      label: 'Suppliers',
      kind: 'number',
      hiddenFrom: ['AGENCY'],
      hint: 'How many suppliers submitted to the request.',
    },
    number: { label: 'Submission ID', kind: 'number', sortable: true },
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    supplier: supplierColumn,
    availableFrom: { label: 'Available From', kind: 'date', sortable: true },
    submittedAt: { label: 'Submitted', kind: 'instant', sortable: true },
    daysToSubmit: {
      label: 'Days to Submit',
      kind: 'number',
      sortable: true,
      totals: 'mean',
      hint: 'From posting the job.',
    },
    status: {
      label: 'Action',
      kind: 'status',
      options: SUBMISSION_STATUS_OPTIONS,
      sortable: true,
      hint: 'The latest.',
    },
    statusSince: { label: 'Action Date', kind: 'instant', sortable: true },
    recruiter: { label: 'Recruiter', kind: 'text' },
    interviewedAt: { label: 'Interview', kind: 'instant', initiallyHidden: true },
    offeredAt: { label: 'Offer', kind: 'instant' },
    bookedAt: { label: 'Booked', kind: 'instant' },
    details: { label: 'Details', kind: 'text', hint: 'Why it was closed.' },
  },
  filters: {
    submission_status: { label: 'Action', kind: 'options', options: SUBMISSION_STATUS_OPTIONS },
    ...jobFilters,
    period: periodFilter('When the candidate was submitted.'),
    supplier: supplierFilter,
    offered: { label: 'Offered', kind: 'flag' },
    interviewed: { label: 'With interview', kind: 'flag' },
    booked: { label: 'Booked', kind: 'flag' },
    actionDate: { label: 'Action Date', kind: 'dates' },
    recruiter: { label: 'Recruiter', kind: 'lookup', lookup: 'recruiters' },
    jobNumber: { label: 'Request', kind: 'numbers', unit: 'count' },
  },
  sort: '-submittedAt',
  searches,
});

const days = (from: string, to: string) =>
  ({ label: `${from} to ${to} (days)`, kind: 'number', sortable: true, totals: 'mean' }) as const;

/** When each submission reached each status, and how long that took. */
export const submissionStatusReportList = defineList({
  title: 'Submission Status Report',
  noun,
  anyOf,
  columns: {
    number: { label: 'Submission ID', kind: 'number', sortable: true },
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    jobNumber: { label: 'Job ID', kind: 'number' },
    facility: { label: 'Facility', kind: 'text', sortable: true },
    department: { label: 'Department', kind: 'text', initiallyHidden: true },
    specialty: { label: 'Specialty', kind: 'text' },
    supplier: supplierColumn,
    status: { label: 'Status', kind: 'status', options: SUBMISSION_STATUS_OPTIONS, sortable: true },
    submittedAt: { label: 'Submitted', kind: 'instant', sortable: true },
    qualifiedAt: { label: 'Qualified', kind: 'instant', initiallyHidden: true },
    interviewedAt: { label: 'Interview', kind: 'instant', initiallyHidden: true },
    offeredAt: { label: 'Offered', kind: 'instant', sortable: true },
    acceptedAt: { label: 'Offer Accepted', kind: 'instant' },
    bookedAt: { label: 'Booked', kind: 'instant', sortable: true },
    closedAt: { label: 'Closed', kind: 'instant', initiallyHidden: true },
    submittedToOffered: days('Submitted', 'Offered'),
    offeredToAccepted: days('Offered', 'Accepted'),
    offeredToBooked: days('Offered', 'Booked'),
    submittedToBooked: days('Submitted', 'Booked'),
  },
  filters: {
    reached: {
      label: 'Reached',
      kind: 'options',
      options: REACHED,
      hint: 'It was in this status, whatever came after.',
    },
    submission_status: { label: 'Status', kind: 'options', options: SUBMISSION_STATUS_OPTIONS },
    ...jobFilters,
    period: periodFilter('When the candidate was booked.'),
    supplier: supplierFilter,
    submittedAt: { label: 'Submitted', kind: 'dates' },
    offeredAt: { label: 'Offered', kind: 'dates' },
  },
  sort: '-submittedAt',
  searches,
});
