import { JOB_TYPE_OPTIONS } from '../../base/statuses';
import { BY_ONE, BY_WEEKS, defineList, optionsOf } from '../list';
import {
  GROUP_BY,
  JOB_STATUS_OPTIONS,
  SUBMISSION_STATUS_OPTIONS,
  jobFilters,
  periodFilter,
  supplierColumn,
  supplierFilter,
} from '../common';

const REACHED = optionsOf<'QUALIFIED' | 'INTERVIEWING' | 'OFFERED' | 'OFFER_ACCEPTED' | 'BOOKED'>({
  QUALIFIED: 'Qualified',
  INTERVIEWING: 'Interviewing',
  OFFERED: 'Offered',
  OFFER_ACCEPTED: 'Offer Accepted',
  BOOKED: 'Booked',
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
    number: { label: 'Submission ID', kind: 'number', sortable: true },
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    status: {
      label: 'Action',
      kind: 'status',
      options: SUBMISSION_STATUS_OPTIONS,
      sortable: true,
      groups: { filter: 'submission_status' },
      hint: 'The latest.',
    },
    statusSince: { label: 'Action Date', kind: 'instant', sortable: true },
    jobNumber: { label: 'Request', kind: 'number' },
    facility: { label: 'Facility', kind: 'text', sortable: true, ...GROUP_BY.facility },
    submittedAt: { label: 'Submitted', kind: 'instant', sortable: true, ...GROUP_BY.month },
    daysToSubmit: {
      label: 'Days to Submit',
      kind: 'number',
      decimals: 2,
      sortable: true,
      totals: 'mean',
      groups: { filter: 'daysToSubmit', band: { width: 1, step: 0.01 } },
      hint: 'From posting the job.',
    },
    supplier: { ...supplierColumn, ...GROUP_BY.supplier },
    jobType: { label: 'Type', kind: 'status', options: JOB_TYPE_OPTIONS, ...GROUP_BY.jobType, initiallyHidden: true },
    jobStatus: { label: 'Request Status', kind: 'status', options: JOB_STATUS_OPTIONS, initiallyHidden: true },
    department: { label: 'Department', kind: 'text', ...GROUP_BY.department, initiallyHidden: true },
    division: { label: 'Division', kind: 'text', initiallyHidden: true },
    costCenter: { label: 'Cost Center', kind: 'text', initiallyHidden: true, hiddenFrom: ['AGENCY'] },
    city: { label: 'City', kind: 'text', initiallyHidden: true },
    state: { label: 'State', kind: 'text', initiallyHidden: true },
    manager: { label: 'Manager', kind: 'text', initiallyHidden: true },
    profession: { label: 'Profession', kind: 'text', initiallyHidden: true },
    specialty: { label: 'Specialty', kind: 'text', ...GROUP_BY.specialty, initiallyHidden: true },
    startDate: { label: 'Start', kind: 'date', initiallyHidden: true },
    endDate: { label: 'End', kind: 'date', initiallyHidden: true },
    billRateMin: { label: 'Bill Rate From', kind: 'rate', initiallyHidden: true },
    billRateMax: { label: 'Bill Rate To', kind: 'rate', initiallyHidden: true },
    requestedRate: { label: 'Requested Rate', kind: 'rate', sortable: true, initiallyHidden: true },
    positions: {
      label: 'Positions',
      kind: 'number',
      sortable: true,
      groups: { filter: 'positions', band: BY_ONE },
      initiallyHidden: true,
    },
    positionsLeft: { label: 'Positions Left', kind: 'number', initiallyHidden: true },
    suppliers: {
      label: 'Suppliers',
      kind: 'number',
      hiddenFrom: ['AGENCY'],
      hint: 'How many suppliers submitted to the request.',
      initiallyHidden: true,
    },
    availableFrom: { label: 'Available From', kind: 'date', sortable: true, initiallyHidden: true },
    recruiter: { label: 'Recruiter', kind: 'text', groups: { filter: 'recruiter' }, initiallyHidden: true },
    interviewed: { label: 'With Interview', kind: 'flag', initiallyHidden: true, groups: { filter: 'interviewed' } },
    interviewedAt: { label: 'Interview Scheduled', kind: 'instant', sortable: true, initiallyHidden: true },
    offered: { label: 'Was Offered', kind: 'flag', initiallyHidden: true, groups: { filter: 'offered' } },
    offeredAt: { label: 'Offer', kind: 'instant', sortable: true, initiallyHidden: true },
    booked: { label: 'Was Booked', kind: 'flag', initiallyHidden: true, groups: { filter: 'booked' } },
    bookedAt: { label: 'Booked', kind: 'instant', sortable: true, initiallyHidden: true },
    details: { label: 'Details', kind: 'text', hint: 'Why it was closed.', initiallyHidden: true },
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
    positions: { label: 'Positions', kind: 'numbers', unit: 'count' },
    daysToSubmit: { label: 'Days to Submit', kind: 'numbers', unit: 'days' },
  },
  sort: '-submittedAt',
  searches,
});

const daysLabel = (from: string, to: string): string => `${from} to ${to} (days)`;
const days = <F extends string>(filter: F, from: string, to: string) =>
  ({
    label: daysLabel(from, to),
    kind: 'number',
    decimals: 2,
    sortable: true,
    totals: 'mean',
    groups: { filter, band: BY_WEEKS },
  }) as const;
const daysFilter = (from: string, to: string) =>
  ({ label: daysLabel(from, to), kind: 'numbers', unit: 'days' }) as const;

/** When each submission reached each status, and how long that took. */
export const submissionStatusReportList = defineList({
  title: 'Submission Status Report',
  noun,
  anyOf,
  columns: {
    number: { label: 'Submission ID', kind: 'number', sortable: true },
    candidate: { label: 'Candidate', kind: 'text', sortable: true },
    status: {
      label: 'Status',
      kind: 'status',
      options: SUBMISSION_STATUS_OPTIONS,
      sortable: true,
      groups: { filter: 'submission_status' },
    },
    facility: { label: 'Facility', kind: 'text', sortable: true, ...GROUP_BY.facility },
    submittedAt: { label: 'Submitted', kind: 'instant', sortable: true },
    submittedToOffered: days('submittedToOffered', 'Submitted', 'Offered'),
    offeredToAccepted: days('offeredToAccepted', 'Offered', 'Accepted'),
    offeredToBooked: days('offeredToBooked', 'Offered', 'Booked'),
    submittedToBooked: days('submittedToBooked', 'Submitted', 'Booked'),
    jobNumber: { label: 'Job ID', kind: 'number', initiallyHidden: true },
    department: { label: 'Department', kind: 'text', initiallyHidden: true, ...GROUP_BY.department },
    specialty: { label: 'Specialty', kind: 'text', ...GROUP_BY.specialty, initiallyHidden: true },
    supplier: { ...supplierColumn, ...GROUP_BY.supplier, initiallyHidden: true },
    qualifiedAt: { label: 'Qualified', kind: 'instant', initiallyHidden: true },
    interviewedAt: { label: 'Interview Scheduled', kind: 'instant', initiallyHidden: true },
    offeredAt: { label: 'Offered', kind: 'instant', sortable: true, initiallyHidden: true },
    acceptedAt: { label: 'Offer Accepted', kind: 'instant', initiallyHidden: true },
    bookedAt: { label: 'Booked', kind: 'instant', sortable: true, ...GROUP_BY.month, initiallyHidden: true },
    closedAt: { label: 'Closed', kind: 'instant', initiallyHidden: true },
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
    submittedToOffered: daysFilter('Submitted', 'Offered'),
    offeredToAccepted: daysFilter('Offered', 'Accepted'),
    offeredToBooked: daysFilter('Offered', 'Booked'),
    submittedToBooked: daysFilter('Submitted', 'Booked'),
  },
  sort: '-submittedAt',
  searches,
});
