import { BY_ONE, BY_WEEKS, defineList, optionsOf, type ListColumn } from '../list';
import {
  ASSIGNMENT_STATUS_OPTIONS,
  GROUP_BY,
  COMPLIANCE_BANDS,
  jobFilters,
  periodFilter,
  supplierColumn,
  supplierFilter,
} from '../common';

const noun = { one: 'assignment', many: 'assignments' } as const;
const anyOf = ['REPORTS_ASSIGNMENTS', 'REPORTS_DASHBOARD'] as const;
const searches = 'assignment ID, candidate or end reason';
const ENDED_BY = optionsOf<'FACILITY' | 'CLINICIAN' | 'SUPPLIER'>({
  FACILITY: 'Facility',
  CLINICIAN: 'Clinician',
  SUPPLIER: 'Supplier',
});
const EARLY = ASSIGNMENT_STATUS_OPTIONS.filter(({ value }) => value === 'EARLY_TERM' || value === 'CANCELLED');

const who = {
  number: { label: 'Assignment ID', kind: 'number', sortable: true },
  candidate: { label: 'Candidate', kind: 'text', sortable: true },
} as const satisfies Record<string, ListColumn>;
const where = {
  facility: { label: 'Facility', kind: 'text', sortable: true, ...GROUP_BY.facility },
  supplier: { ...supplierColumn, ...GROUP_BY.supplier },
  department: { label: 'Department', kind: 'text', initiallyHidden: true, ...GROUP_BY.department },
  specialty: { label: 'Specialty', kind: 'text', initiallyHidden: true, ...GROUP_BY.specialty },
} as const satisfies Record<string, ListColumn>;
const status = {
  label: 'Status',
  kind: 'status',
  options: ASSIGNMENT_STATUS_OPTIONS,
  sortable: true,
  groups: { filter: 'status' },
} as const;
const statusFilter = { label: 'Status', kind: 'options', options: ASSIGNMENT_STATUS_OPTIONS } as const;
const began = { label: 'Began', kind: 'date', sortable: true } as const;
const ended = { label: 'Ended', kind: 'date', sortable: true } as const;

/** Every assignment that began, with whether it was extended past its first planned end. */
export const assignmentReportList = defineList({
  title: 'Retention Report',
  noun,
  anyOf,
  columns: {
    ...who,
    status,
    originalEnd: { label: 'First Planned End', kind: 'date', sortable: true, ...GROUP_BY.month },
    endDate: { label: 'End', kind: 'date', hint: 'When it ended, or will as agreed now.' },
    extensions: {
      label: 'Extensions',
      kind: 'number',
      sortable: true,
      totals: 'sum',
      groups: { filter: 'extensions', band: BY_ONE },
    },
    retained: {
      label: 'Retained',
      kind: 'flag',
      sortable: true,
      groups: { filter: 'retained' },
      hint: 'It was extended or became permanent.',
    },
    ...where,
    actualStart: { ...began, initiallyHidden: true },
    convertedOn: { label: 'Converted', kind: 'date', initiallyHidden: true },
  },
  filters: {
    status: statusFilter,
    retained: { label: 'Retained', kind: 'flag' },
    extended: { label: 'Extended', kind: 'flag' },
    extensions: { label: 'Extensions', kind: 'numbers', unit: 'count' },
    ...jobFilters,
    period: periodFilter('When the end that was first planned is.'),
    supplier: supplierFilter,
  },
  sort: '-originalEnd',
  searches,
});

/** Every start, with how much later than planned it was. */
export const pushedStartReportList = defineList({
  title: 'Pushed Starts Report',
  noun: { one: 'start', many: 'starts' },
  anyOf,
  columns: {
    ...who,
    plannedStart: { label: 'Planned Start', kind: 'date', sortable: true },
    actualStart: { label: 'Actual Start', kind: 'date', sortable: true, ...GROUP_BY.month },
    pushedDays: {
      label: 'Pushed (days)',
      kind: 'number',
      sortable: true,
      totals: 'mean',
      groups: { filter: 'pushedDays', band: { width: 7, step: 1 } },
      hint: 'Empty if it began as planned.',
    },
    pushedReason: { label: 'Reason', kind: 'text', groups: { filter: 'pushedReason' } },
    lostHours: {
      label: 'Lost Hours',
      kind: 'hours',
      sortable: true,
      totals: 'sum',
      hint: 'The hours a week for the days it was pushed.',
    },
    lostAmount: {
      label: 'Lost Amount',
      kind: 'money',
      sortable: true,
      totals: 'sum',
      groups: { filter: 'lostAmount', band: { width: 1_000, step: 0.01 } },
      hint: 'The lost hours at the bill rate.',
    },
    ...where,
    status: { ...status, initiallyHidden: true },
    pushed: { label: 'Was Pushed', kind: 'flag', initiallyHidden: true, groups: { filter: 'pushed' } },
  },
  filters: {
    status: statusFilter,
    pushed: { label: 'Pushed', kind: 'flag' },
    pushedReason: { label: 'Reason', kind: 'lookup', lookup: 'pushedReasons' },
    pushedDays: { label: 'Pushed (days)', kind: 'numbers', unit: 'days' },
    lostAmount: { label: 'Lost Amount', kind: 'numbers', unit: 'dollars' },
    ...jobFilters,
    period: periodFilter('When it actually started.'),
    supplier: supplierFilter,
    plannedStart: { label: 'Planned Start', kind: 'dates' },
  },
  sort: '-actualStart',
  searches,
});

export const completedAssignmentsReportList = defineList({
  title: 'Completed Assignments Report',
  noun,
  anyOf,
  columns: {
    ...who,
    endedOn: { ...ended, ...GROUP_BY.month },
    weeks: {
      label: 'Weeks',
      kind: 'number',
      sortable: true,
      totals: 'mean',
      groups: { filter: 'weeks', band: { width: 4, step: 1 } },
    },
    worked: {
      label: 'Hours',
      kind: 'hours',
      totals: 'sum',
      hint: 'Regular, overtime and holiday hours of its timesheets.',
    },
    spend: { label: 'Spend', kind: 'money', totals: 'sum', hint: 'What its timesheets bill.' },
    rating: {
      label: 'Rating',
      kind: 'number',
      totals: 'mean',
      groups: { filter: 'rating', band: BY_ONE },
      hint: 'From 1 to 5.',
    },
    rehire: { label: 'Rehire', kind: 'flag', groups: { filter: 'rehire' } },
    ...where,
    actualStart: { ...began, initiallyHidden: true },
  },
  filters: {
    ...jobFilters,
    period: periodFilter('When it ended.'),
    supplier: supplierFilter,
    weeks: { label: 'Weeks', kind: 'numbers', unit: 'weeks' },
    rating: { label: 'Rating', kind: 'numbers', unit: 'count' },
    rehire: { label: 'Rehire', kind: 'flag' },
  },
  sort: '-endedOn',
  searches,
});

/** Everyone who was ever booked, with their compliance file. */
export const activeBookedCandidateReportList = defineList({
  title: 'Active and Booked Candidates Report',
  noun: { one: 'booking', many: 'bookings' },
  anyOf,
  columns: {
    ...who,
    status,
    plannedStart: { label: 'Start', kind: 'date', sortable: true },
    bookedAt: { label: 'Booked', kind: 'instant', sortable: true, ...GROUP_BY.month },
    daysToHire: {
      label: 'Days to Hire',
      kind: 'number',
      decimals: 2,
      sortable: true,
      totals: 'mean',
      groups: { filter: 'daysToHire', band: BY_WEEKS },
      hint: 'From submitting the candidate until booking.',
    },
    daysToComplete: {
      label: 'Days to Complete',
      kind: 'number',
      decimals: 2,
      sortable: true,
      totals: 'mean',
      groups: { filter: 'daysToComplete', band: BY_WEEKS },
      hint: 'From booking until the file was complete.',
    },
    compliancePercent: { label: 'Compliance', kind: 'percent', sortable: true },
    ...where,
    submittedAt: { label: 'Submitted', kind: 'instant', initiallyHidden: true },
    offeredAt: { label: 'Offer', kind: 'instant', initiallyHidden: true },
    filesCompletedAt: {
      label: 'File Complete',
      kind: 'instant',
      sortable: true,
      groups: { filter: 'filesCompletedOn', band: 'month' },
      initiallyHidden: true,
    },
    week: { label: 'Week Ending', kind: 'date', initiallyHidden: true, hint: 'The Saturday of the week of booking.' },
  },
  filters: {
    status: statusFilter,
    ...jobFilters,
    period: periodFilter('When the candidate was booked.'),
    filesCompletedOn: { label: 'File Completed', kind: 'dates' },
    daysToHire: { label: 'Days to Hire', kind: 'numbers', unit: 'days' },
    daysToComplete: { label: 'Days to Complete', kind: 'numbers', unit: 'days' },
    supplier: supplierFilter,
    complianceBand: { label: 'Compliance', kind: 'options', options: COMPLIANCE_BANDS },
  },
  sort: '-plannedStart',
  searches,
});

/** Every assignment that ended early or never began. */
export const earlyTermCancelReportList = defineList({
  title: 'Early Terms and Cancellations Report',
  noun,
  anyOf,
  columns: {
    ...who,
    status: { ...status, label: 'Type', options: EARLY, groups: { filter: 'earlyTermOrCancel' } },
    endedOn: { ...ended, label: 'Date', ...GROUP_BY.month },
    endReason: { label: 'Reason', kind: 'text', groups: { filter: 'endReason' } },
    endedBy: { label: 'By', kind: 'status', options: ENDED_BY, groups: { filter: 'endedBy' } },
    noticeDays: {
      label: 'Notice (days)',
      kind: 'number',
      sortable: true,
      totals: 'mean',
      groups: { filter: 'noticeDays', band: { width: 7, step: 1 } },
      hint: 'If it never began: before its planned start.',
    },
    replaced: { label: 'Replaced', kind: 'flag', hint: 'Another candidate was booked for the same job afterwards.' },
    daysWorked: { label: 'Days Worked', kind: 'number', sortable: true, totals: 'mean', initiallyHidden: true },
    ...where,
    plannedStart: { label: 'Start', kind: 'date', sortable: true, initiallyHidden: true },
    plannedEnd: { label: 'Planned End', kind: 'date', sortable: true, initiallyHidden: true },
    afterStart: { label: 'After Start', kind: 'flag', initiallyHidden: true },
  },
  filters: {
    earlyTermOrCancel: { label: 'Type', kind: 'options', options: EARLY },
    endedBy: { label: 'By', kind: 'options', options: ENDED_BY },
    endReason: { label: 'Reason', kind: 'lookup', lookup: 'endReasons' },
    noticeDays: { label: 'Notice (days)', kind: 'numbers', unit: 'days' },
    ...jobFilters,
    period: periodFilter('When it ended or was cancelled.'),
    supplier: supplierFilter,
  },
  sort: '-endedOn',
  searches,
});
