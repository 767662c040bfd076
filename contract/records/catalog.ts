/** The page of every kind of records. Loaded with the first record, never with the home dashboard. */
import { backOfficeRecords } from './backOffice.records';
import type { RecordKind } from './kinds';
import { ACTIVITY, type RecordDefinition } from './record';
import { staffingRecords } from './staffing.records';

const facility = {
  noun: 'Facility',
  name: 'name',
  about: ['healthSystem'],
  facts: ['city', 'state', 'beds', 'departments', 'openJobs', 'activeAssignments', 'bookedAssignments', 'timeZone'],
  details: {},
  tabs: {
    departments: {
      label: 'Departments',
      show: 'table',
      noun: { one: 'department', many: 'departments' },
      columns: {
        name: { label: 'Department', kind: 'text' },
        manager: { label: 'Manager', kind: 'text' },
        costCenter: { label: 'Cost Center', kind: 'text', hiddenFrom: ['AGENCY'] },
        openJobs: { label: 'Open Jobs', kind: 'number' },
        activeAssignments: { label: 'Active Assignments', kind: 'number' },
      },
      empty: 'It has no departments yet.',
    },
    jobs: { label: 'Jobs', show: 'list', list: 'jobs', filter: 'client' },
    submissions: { label: 'Submissions', show: 'list', list: 'submissions', filter: 'client' },
    assignments: { label: 'Assignments', show: 'list', list: 'assignments', filter: 'client' },
    timesheets: { label: 'Timesheets', show: 'list', list: 'timesheets', filter: 'client' },
    invoices: { label: 'Invoices', show: 'list', list: 'invoices', filter: 'client' },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

const supplier = {
  noun: 'Supplier',
  name: 'name',
  about: ['city', 'state'],
  status: 'tier',
  facts: ['feePercent', 'joinedOn', 'candidates', 'activeAssignments', 'bookedAssignments'],
  details: {},
  tabs: {
    candidates: { label: 'Candidates', show: 'list', list: 'candidates', filter: 'supplier' },
    submissions: { label: 'Submissions', show: 'list', list: 'submissions', filter: 'supplier' },
    assignments: { label: 'Assignments', show: 'list', list: 'assignments', filter: 'supplier' },
    timesheets: { label: 'Timesheets', show: 'list', list: 'timesheets', filter: 'supplier' },
    reverseInvoices: { label: 'Reverse Invoices', show: 'list', list: 'reverseInvoices', filter: 'supplier' },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

export const records = {
  ...staffingRecords,
  ...backOfficeRecords,
  facility,
  supplier,
} as const satisfies Record<RecordKind, RecordDefinition>;
export type Records = typeof records;
