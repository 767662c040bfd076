/** The cards of the home dashboard: their codes, permissions, and what they count. */
import { INVOICE_STATUSES, SUBMISSION_STATUSES, TIMESHEET_STATUSES } from '../base/statuses';
import type { Permission } from '../base/permissions';
import type { ApplicationType, OrganizationType } from '../base/organizations';

/** In default order. */
export const WIDGETS = ['SUBMISSIONS', 'JOBS', 'ASSIGNMENTS', 'COMPLIANCE', 'TIMESHEET', 'INVOICE'] as const;
export type Widget = (typeof WIDGETS)[number];

/** Any of these shows the card. */
export const WIDGET_PERMISSIONS: Readonly<Record<Widget, readonly Permission[]>> = {
  SUBMISSIONS: ['VMS_DASHBOARD_NEXUS_DASHBOARD_SUBMISSIONS'],
  JOBS: ['VMS_DASHBOARD_NEXUS_DASHBOARD_JOBS'],
  ASSIGNMENTS: ['VMS_DASHBOARD_NEXUS_DASHBOARD_ASSIGNMENTS'],
  COMPLIANCE: ['VMS_DASHBOARD_NEXUS_DASHBOARD_ACTIVE_COMPLIANCE', 'VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE'],
  TIMESHEET: ['VMS_DASHBOARD_TIMESHEET_DASHBOARD_WIDGET'],
  INVOICE: ['VMS_DASHBOARD_INVOICE_DASHBOARD_WIDGET'],
};

export type ComplianceView = 'ACTIVE' | 'BOOKED';
export const COMPLIANCE_VIEW_PERMISSION: Readonly<Record<ComplianceView, Permission>> = {
  ACTIVE: 'VMS_DASHBOARD_NEXUS_DASHBOARD_ACTIVE_COMPLIANCE',
  BOOKED: 'VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE',
};
/** Whose timesheet status counts. */
export type TimesheetView = 'facility' | 'supplier';

export const JOB_CODES = [
  'OPEN_WITHOUT_SUBMISSION',
  'OPEN_WITH_SUBMISSION',
  'ON_HOLD',
  'EXTENSION',
  'CLOSED_FILLED',
  'CLOSED_OTHER',
] as const;
export const JOB_TILES = ['HOT_JOB', 'NEWLY_POSTED', 'PENDING_REVIEW', 'PENDING_APPROVAL'] as const;
export const ASSIGNMENT_CODES = [
  'ACTIVE',
  'BOOKED',
  'EARLY_TERM',
  'CANCELLED',
  'EXTENSIONS_DUE',
  'COMPLETED',
  'PERM',
] as const;
export const COMPLIANCE_TILES = ['FILES_DUE', 'DOCS_PENDING_REVIEW', 'DOCS_EXPIRING_FIFTEEN_DAYS'] as const;
export const COMPLIANCE_BAND_CODES = [
  'LESS_TWENTYFIVE',
  'TWENTYFIVE_FIFTY',
  'FIFTY_SEVENTYFIVE',
  'SEVENTYFIVE_NINTYNINE',
  'HUNDRED',
] as const;
export const TIMESHEET_TILES = ['DISPUTES', 'ADJUSTMENTS'] as const;

/** Every code a card counts rows for, apart from its total. */
export const WIDGET_CODES = {
  SUBMISSIONS: SUBMISSION_STATUSES,
  // The last one is shown among what waits for the user, not on the card.
  JOBS: [...JOB_CODES, ...JOB_TILES, 'HOT_WITHOUT_SUBMISSION'],
  ASSIGNMENTS: ASSIGNMENT_CODES,
  COMPLIANCE: [...COMPLIANCE_TILES, ...COMPLIANCE_BAND_CODES],
  TIMESHEET: [...TIMESHEET_STATUSES, ...TIMESHEET_TILES],
  INVOICE: INVOICE_STATUSES,
} as const satisfies Record<Widget, readonly string[]>;
export type WidgetCode<W extends Widget = Widget> = (typeof WIDGET_CODES)[W][number];

/** The statuses that a card charts and that users can choose and order. */
export const WIDGET_STATUSES = {
  SUBMISSIONS: SUBMISSION_STATUSES,
  JOBS: JOB_CODES,
  ASSIGNMENTS: ASSIGNMENT_CODES,
  COMPLIANCE: COMPLIANCE_BAND_CODES,
  TIMESHEET: TIMESHEET_STATUSES,
  INVOICE: INVOICE_STATUSES,
} as const satisfies Record<Widget, readonly string[]>;
export type WidgetStatus<W extends Widget = Widget> = (typeof WIDGET_STATUSES)[W][number];

export const CODE_LABELS: Readonly<Record<WidgetCode, string>> = {
  SUBMITTED: 'New',
  QUALIFIED: 'Qualified',
  INTERVIEWING: 'Interviewing',
  OFFERED: 'Offered',
  OFFER_ACCEPTED: 'Offer Accepted',
  OFFER_REJECTED: 'Offer Rejected',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
  OPEN_WITHOUT_SUBMISSION: 'Open Without Submissions',
  OPEN_WITH_SUBMISSION: 'Open With Submissions',
  ON_HOLD: 'On-Hold',
  EXTENSION: 'Extension',
  CLOSED_FILLED: 'Closed - Filled',
  CLOSED_OTHER: 'Closed - Other',
  HOT_JOB: 'Hot Jobs',
  HOT_WITHOUT_SUBMISSION: 'Hot Jobs Without Submissions',
  NEWLY_POSTED: 'Newly Posted',
  PENDING_REVIEW: 'Pending Review',
  PENDING_APPROVAL: 'Pending Approval',
  ACTIVE: 'Active',
  BOOKED: 'Booked',
  EARLY_TERM: 'Early Term',
  CANCELLED: 'Cancelled',
  EXTENSIONS_DUE: 'Extension Due',
  COMPLETED: 'Completed',
  PERM: 'Perm',
  FILES_DUE: 'Files Due',
  DOCS_PENDING_REVIEW: 'Documents Pending Review',
  DOCS_EXPIRING_FIFTEEN_DAYS: 'Documents Expiring Within 15 Days',
  LESS_TWENTYFIVE: 'Under 25%',
  TWENTYFIVE_FIFTY: '25-50%',
  FIFTY_SEVENTYFIVE: '51-75%',
  SEVENTYFIVE_NINTYNINE: '76-99%',
  HUNDRED: '100%',
  MISSING: 'Missing',
  SAVED: 'Saved',
  APPROVED: 'Approved',
  FINALIZED: 'Finalized',
  DISPUTES: 'Disputes',
  ADJUSTMENTS: 'Adjustments',
  INVOICE_DUE: 'Due',
  INVOICE_PAID: 'Paid',
  INVOICE_PAST_DUE: 'Past Due',
  REVERSE_INVOICE_PENDING: 'Reverse - Pending',
  REVERSE_INVOICE_GOOD_PAY: 'Reverse - Good Pay',
  REVERSE_INVOICE_PAID: 'Reverse - Paid',
};

/** 'SUBMITTED' is a status of two things, with different labels. */
export function codeLabel(widget: Widget, code: string): string {
  if (widget === 'TIMESHEET' && code === 'SUBMITTED') return 'Submitted';
  return (CODE_LABELS as Readonly<Record<string, string>>)[code] ?? code;
}

/** Facilities have no reverse invoices and suppliers no invoices: these are not counted for them. */
const HIDDEN_CODES: Partial<Record<ApplicationType, readonly WidgetCode[]>> = {
  CLIENT: [
    'PENDING_REVIEW',
    'DISPUTES',
    'ADJUSTMENTS',
    'REVERSE_INVOICE_PENDING',
    'REVERSE_INVOICE_GOOD_PAY',
    'REVERSE_INVOICE_PAID',
  ],
  AGENCY: [
    'HOT_WITHOUT_SUBMISSION',
    'PENDING_REVIEW',
    'PENDING_APPROVAL',
    'DOCS_PENDING_REVIEW',
    'INVOICE_DUE',
    'INVOICE_PAID',
    'INVOICE_PAST_DUE',
    'REVERSE_INVOICE_GOOD_PAY',
  ],
  VMS: ['PENDING_APPROVAL'],
};

/** The cards for organizations of this type, in default order. */
export const codesFor = <W extends Widget>(widget: W, type: OrganizationType): readonly WidgetCode<W>[] =>
  WIDGET_CODES[widget].filter((code) => !HIDDEN_CODES[type]?.includes(code));
/** The statuses that a card shows to this organization type, in the default order. */
export const statusesFor = <W extends Widget>(widget: W, type: OrganizationType): readonly WidgetStatus<W>[] =>
  WIDGET_STATUSES[widget].filter((code) => !HIDDEN_CODES[type]?.includes(code));
