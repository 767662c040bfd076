import { JOB_TYPE_OPTIONS, type JobClosure } from '../base/statuses';
import { defineList, optionsOf, type ListFilter } from './list';
import {
  JOB_CLOSURE_OPTIONS,
  JOB_STATUS_OPTIONS,
  changeFilter,
  jobFilters,
  periodFilter,
  salesRepColumn,
} from './common';

const columns = {
  number: { label: 'Job ID', kind: 'number', sortable: true },
  status: { label: 'Status', kind: 'status', options: JOB_STATUS_OPTIONS, sortable: true },
  facility: { label: 'Facility', kind: 'text', sortable: true },
  specialty: { label: 'Specialty', kind: 'text', sortable: true },
  shift: { label: 'Shift', kind: 'text', sortable: true },
  billRateMin: { label: 'Bill Rate From', kind: 'rate', sortable: true },
  billRateMax: { label: 'Bill Rate To', kind: 'rate', sortable: true },
  openingsLeft: { label: 'Openings Left', kind: 'number', sortable: true },
  submissions: { label: 'Submissions', kind: 'number', sortable: true },
  daysOpen: {
    label: 'Days Open',
    kind: 'number',
    sortable: true,
    hint: 'From posting until it was closed, or until now.',
  },
  startDate: { label: 'Start', kind: 'date', sortable: true },
  hot: { label: 'Hot', kind: 'flag', sortable: true, initiallyHidden: true },
  jobType: { label: 'Job Type', kind: 'status', options: JOB_TYPE_OPTIONS, sortable: true, initiallyHidden: true },
  department: { label: 'Department', kind: 'text', sortable: true, initiallyHidden: true },
  profession: { label: 'Profession', kind: 'text', sortable: true, initiallyHidden: true },
  weeks: { label: 'Weeks', kind: 'number', sortable: true, initiallyHidden: true },
  endDate: { label: 'End', kind: 'date', sortable: true, initiallyHidden: true },
  openings: { label: 'Openings', kind: 'number', sortable: true, initiallyHidden: true },
  postedAt: { label: 'Posted', kind: 'instant', sortable: true, initiallyHidden: true },
  lastActivityAt: { label: 'Last Activity', kind: 'instant', sortable: true, initiallyHidden: true },
  closure: { label: 'Closed As', kind: 'status', sortable: true, options: JOB_CLOSURE_OPTIONS, initiallyHidden: true },
  offering: { label: 'Offering', kind: 'text', initiallyHidden: true },
  subOffering: { label: 'Sub-Offering', kind: 'text', initiallyHidden: true },
  hoursPerWeek: { label: 'Hours/Week', kind: 'hours', sortable: true, initiallyHidden: true },
  salesRep: salesRepColumn,
  closedAt: { label: 'Closed', kind: 'instant', sortable: true, initiallyHidden: true },
  closingReason: { label: 'Closing Reason', kind: 'text', initiallyHidden: true },
} as const;

const filters = {
  jobStatusIds: { label: 'Status', kind: 'options', options: JOB_STATUS_OPTIONS },
  subCategory: {
    label: 'Category',
    kind: 'options',
    options: optionsOf<'WITH' | 'WITHOUT' | JobClosure>({
      WITH: 'With submissions',
      WITHOUT: 'Without submissions',
      FILLED: 'Closed - Filled',
      OTHER: 'Closed - Other',
    }),
  },
  ...jobFilters,
  period: periodFilter('When it was posted; before that, when it was entered.'),
  change: changeFilter,
  hot: { label: 'Hot', kind: 'flag' },
  newlyPosted: { label: 'Newly Posted', kind: 'flag', hint: 'Posted today.' },
  postedAt: { label: 'Posted', kind: 'dates' },
  closedAt: { label: 'Closed', kind: 'dates' },
  startDate: { label: 'Start', kind: 'dates' },
  openingsLeft: { label: 'Openings Left', kind: 'numbers', unit: 'count' },
  billRate: { label: 'Bill Rate', kind: 'numbers', unit: 'dollars', hint: 'The job pays somewhere in this range.' },
  number: { label: 'Job ID', kind: 'numbers', unit: 'count' },
} as const satisfies Record<string, ListFilter>;

export const jobsList = defineList({
  title: 'Jobs',
  noun: { one: 'job', many: 'jobs' },
  anyOf: ['MENU_JOB', 'JOB_VIEW', 'REPORTS_JOBS'],
  columns,
  filters,
  sort: '-postedAt',
  searches: 'job ID, facility, department or specialty',
});

const { jobType: _type, weeks: _weeks, ...orderColumns } = columns;
const { jobType: _typeFilter, change: _change, ...orderFilters } = filters;

/** Jobs that are single shifts. */
export const prnOrdersList = defineList({
  title: 'PRN Orders',
  noun: { one: 'order', many: 'orders' },
  anyOf: ['MENU_JOB', 'SUBMENU_PRN_ORDERS', 'SUBMENU_PRN_IRP_ORDERS', 'REPORTS_PRN', 'REPORTS_IRP'],
  columns: { ...orderColumns, number: { ...columns.number, label: 'Order ID' } },
  filters: {
    ...orderFilters,
    number: { ...filters.number, label: 'Order ID' },
    pool: {
      label: 'For the internal pool',
      kind: 'flag',
      hint: 'A person of that specialty has worked there and is neither at work nor booked.',
    },
  },
  sort: '-postedAt',
  searches: 'order ID, facility, department or specialty',
});
