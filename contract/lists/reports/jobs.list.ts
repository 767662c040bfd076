import { JOB_TYPE_OPTIONS, type JobClosure, type JobStatus } from '../../base/statuses';
import { BY_ONE, BY_WEEKS, defineList, optionsOf } from '../list';
import { BY, jobFilters, periodFilter, supplierFilter } from '../common';

const STATUSES = optionsOf<JobStatus>({
  PENDING_APPROVAL: 'Pending Approval',
  PENDING_REVIEW: 'Pending Review',
  OPEN: 'Open',
  ON_HOLD: 'On-Hold',
  EXTENSION: 'Extension',
  CLOSED: 'Closed',
});
const CLOSURES = optionsOf<JobClosure>({ FILLED: 'Filled', OTHER: 'Other' });

/** Every job, with the days between its stages. */
export const jobsReportList = defineList({
  title: 'Jobs by Stage Report',
  noun: { one: 'job', many: 'jobs' },
  anyOf: ['REPORTS_JOBS', 'REPORTS_DASHBOARD'],
  columns: {
    number: { label: 'Job ID', kind: 'number', sortable: true },
    status: {
      label: 'Status',
      kind: 'status',
      options: STATUSES,
      sortable: true,
      groups: { filter: 'jobStatusIds' },
    },
    facility: { label: 'Facility', kind: 'text', sortable: true, ...BY.facility },
    specialty: { label: 'Specialty', kind: 'text', ...BY.specialty },
    postedAt: { label: 'Opened', kind: 'instant', sortable: true },
    closedAt: { label: 'Closed', kind: 'instant', sortable: true, ...BY.month },
    daysToFill: {
      label: 'Days to Fill',
      kind: 'number',
      decimals: 2,
      sortable: true,
      totals: 'mean',
      groups: { filter: 'daysToFill', band: BY_WEEKS },
      hint: 'From opening until it was filled.',
    },
    positionsFilled: {
      label: 'Filled',
      kind: 'number',
      sortable: true,
      totals: 'sum',
      groups: { filter: 'positionsFilled', band: BY_ONE },
    },
    positions: {
      label: 'Positions',
      kind: 'number',
      sortable: true,
      totals: 'sum',
      groups: { filter: 'positions', band: BY_ONE },
    },
    hoursToSubmission: {
      label: 'First Submission (hours)',
      kind: 'number',
      decimals: 2,
      totals: 'mean',
      hint: 'After it was opened.',
      initiallyHidden: true,
    },
    closure: {
      label: 'Closed As',
      kind: 'status',
      options: CLOSURES,
      groups: { filter: 'closure' },
      initiallyHidden: true,
    },
    department: { label: 'Department', kind: 'text', ...BY.department, initiallyHidden: true },
    jobType: {
      label: 'Job Type',
      kind: 'status',
      options: JOB_TYPE_OPTIONS,
      sortable: true,
      ...BY.jobType,
      initiallyHidden: true,
    },
    firstInterviewAt: { label: 'First Interview', kind: 'instant', initiallyHidden: true },
    firstOfferAt: { label: 'First Offer', kind: 'instant', initiallyHidden: true },
    daysToInterview: { label: 'Days to Interview', kind: 'number', decimals: 2, totals: 'mean', initiallyHidden: true },
    daysToOffer: { label: 'Days to Offer', kind: 'number', decimals: 2, totals: 'mean', initiallyHidden: true },
    closingReason: { label: 'Closing Reason', kind: 'text', initiallyHidden: true },
  },
  filters: {
    jobStatusIds: { label: 'Status', kind: 'options', options: STATUSES },
    closure: { label: 'Closed As', kind: 'options', options: CLOSURES },
    ...jobFilters,
    period: periodFilter('When the job was closed.'),
    supplier: { ...supplierFilter, hint: 'It submitted candidates to the job.' },
    daysToFill: { label: 'Days to Fill', kind: 'numbers', unit: 'days' },
    positionsFilled: { label: 'Filled', kind: 'numbers', unit: 'count' },
    positions: { label: 'Positions', kind: 'numbers', unit: 'count' },
    postedAt: { label: 'Opened', kind: 'dates' },
    number: { label: 'Job ID', kind: 'numbers', unit: 'count' },
  },
  sort: '-closedAt',
  searches: 'job ID, facility, department or specialty',
});
