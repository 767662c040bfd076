/** Columns and filters that several lists share. */
import {
  JOB_TYPE_OPTIONS,
  type AssignmentStatus,
  type JobClosure,
  type JobStatus,
  type SubmissionStatus,
} from '../base/statuses';
import { optionsOf, type ListColumn, type ListFilter, type ListOption } from './list';

/** A supplier never sees other suppliers, nor the sales representative of the managing organization. */
const FROM_AGENCY = ['AGENCY'] as const;
const FROM_PARTIES = ['CLIENT', 'AGENCY'] as const;

export const JOB_STATUS_OPTIONS = optionsOf<JobStatus>({
  PENDING_APPROVAL: 'Pending Approval',
  PENDING_REVIEW: 'Pending Review',
  OPEN: 'Open',
  ON_HOLD: 'On-Hold',
  EXTENSION: 'Extension',
  CLOSED: 'Closed',
});
export const JOB_CLOSURE_OPTIONS = optionsOf<JobClosure>({ FILLED: 'Filled', OTHER: 'Other' });

export const SUBMISSION_STATUS_OPTIONS = optionsOf<SubmissionStatus>({
  SUBMITTED: 'New',
  QUALIFIED: 'Qualified',
  INTERVIEWING: 'Interviewing',
  OFFERED: 'Offered',
  OFFER_ACCEPTED: 'Offer Accepted',
  OFFER_REJECTED: 'Offer Rejected',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
});

export const ASSIGNMENT_STATUS_OPTIONS = optionsOf<AssignmentStatus>({
  ACTIVE: 'Active',
  BOOKED: 'Booked',
  EARLY_TERM: 'Early Term',
  CANCELLED: 'Cancelled',
  COMPLETED: 'Completed',
  PERM: 'Perm',
});

/** Percentages are rounded down, so every file is in exactly one band. */
export const COMPLIANCE_BANDS: readonly (ListOption & { readonly from: number; readonly to: number })[] = [
  { value: 'UNDER_25', label: 'Under 25%', from: 0, to: 24 },
  { value: '25_50', label: '25-50%', from: 25, to: 50 },
  { value: '51_75', label: '51-75%', from: 51, to: 75 },
  { value: '76_99', label: '76-99%', from: 76, to: 99 },
  { value: '100', label: '100%', from: 100, to: 100 },
];

/** Documents that expire within this many days get a warning. */
export const EXPIRING_DAYS = 15;

export const supplierColumn = {
  label: 'Supplier',
  kind: 'text',
  sortable: true,
  hiddenFrom: FROM_AGENCY,
} as const satisfies ListColumn;

/** In reports, rows can be grouped by the values of these filters. */
export const GROUP_BY = {
  facility: { groups: { filter: 'client' } },
  department: { groups: { filter: 'department' } },
  specialty: { groups: { filter: 'specialty' } },
  supplier: { groups: { filter: 'supplier' } },
  jobType: { groups: { filter: 'jobType' } },
  /** The month of the date that puts a row into the period. */
  month: { groups: { filter: 'period', band: 'month' } },
} as const satisfies Record<string, Partial<ListColumn>>;

export const salesRepColumn = {
  label: 'Sales Rep',
  kind: 'text',
  initiallyHidden: true,
  hiddenFrom: FROM_PARTIES,
} as const satisfies ListColumn;

export const supplierFilter = {
  label: 'Supplier',
  kind: 'lookup',
  lookup: 'suppliers',
  hiddenFrom: FROM_AGENCY,
} as const satisfies ListFilter;

export const specialtyFilters = {
  profession: { label: 'Profession', kind: 'lookup', lookup: 'professions' },
  specialty: { label: 'Specialty', kind: 'lookup', lookup: 'specialties' },
} as const satisfies Record<string, ListFilter>;

/** Filters of a job, or of the job a row belongs to. */
export const jobFilters = {
  client: { label: 'Facility', kind: 'lookup', lookup: 'facilities' },
  department: { label: 'Department', kind: 'lookup', lookup: 'departments' },
  ...specialtyFilters,
  jobType: { label: 'Job Type', kind: 'options', options: JOB_TYPE_OPTIONS },
  offering: { label: 'Offering', kind: 'lookup', lookup: 'offerings' },
  subOffering: { label: 'Sub-Offering', kind: 'lookup', lookup: 'subOfferings' },
  salesRep: { label: 'Sales Rep', kind: 'lookup', lookup: 'salesReps', hiddenFrom: FROM_PARTIES },
} as const satisfies Record<string, ListFilter>;

/** Set by the links of the home dashboard's changes; it cannot be typed. */
export const changeFilter = { label: 'Change', kind: 'change' } as const satisfies ListFilter;

/** Set by the pages of records; ids cannot be typed. */
export const recordFilter = (label: string) => ({ label, kind: 'record' }) as const satisfies ListFilter;

/** The period of a dashboard; combines with other filters of the same column. */
export const periodFilter = (hint: string) => ({ label: 'Period', kind: 'dates', hint }) as const satisfies ListFilter;
