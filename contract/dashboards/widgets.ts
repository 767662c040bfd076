/** The cards of the home dashboard: their permissions, and the codes, labels and meaning of what they count. */
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

const JOB_CODES = [
  'OPEN_WITHOUT_SUBMISSION',
  'OPEN_WITH_SUBMISSION',
  'ON_HOLD',
  'EXTENSION',
  'CLOSED_FILLED',
  'CLOSED_OTHER',
] as const;
export const JOB_TILES = ['HOT_JOB', 'NEWLY_POSTED', 'PENDING_REVIEW', 'PENDING_APPROVAL'] as const;
const ASSIGNMENT_CODES = [
  'ACTIVE',
  'BOOKED',
  'EARLY_TERM',
  'CANCELLED',
  'EXTENSIONS_DUE',
  'COMPLETED',
  'PERM',
] as const;
export const COMPLIANCE_TILES = ['FILES_DUE', 'DOCS_PENDING_REVIEW', 'DOCS_EXPIRING_FIFTEEN_DAYS'] as const;
/** By the share of approved documents, in percent: below 25, 50, 75 and 100, and complete. */
const COMPLIANCE_BAND_CODES = [
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
const WIDGET_STATUSES = {
  SUBMISSIONS: SUBMISSION_STATUSES,
  JOBS: JOB_CODES,
  ASSIGNMENTS: ASSIGNMENT_CODES,
  COMPLIANCE: COMPLIANCE_BAND_CODES,
  TIMESHEET: TIMESHEET_STATUSES,
  INVOICE: INVOICE_STATUSES,
} as const satisfies Record<Widget, readonly string[]>;
export type WidgetStatus<W extends Widget = Widget> = (typeof WIDGET_STATUSES)[W][number];

const CODE_LABELS: Readonly<Record<WidgetCode, string>> = {
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

/**
 * What a figure means. Stock is the current state, regardless of the time frame; flow is what happened in the period.
 * The server counts by this, the cards show it, and the links open lists by it.
 */
export interface Meaning {
  readonly kind: 'stock' | 'flow';
  /** Flow of the user's own day, regardless of the time frame. */
  readonly today?: true;
  /** Of flow: the filter of its list that takes the period, where that is not the list's own. */
  readonly by?: 'closedAt' | 'paidOn';
  /** Why, as a sentence. */
  readonly reason: string;
  /** The code of the same card whose rows contain these: the figure is a part of that one, not of the total. */
  readonly within?: WidgetCode;
}

const stock = (reason: string, within?: WidgetCode): Meaning => ({ kind: 'stock', reason, ...(within && { within }) });
const flow = (reason: string, by?: Meaning['by']): Meaning => ({ kind: 'flow', reason, ...(by && { by }) });

const SUBMITTED = flow('Submitted in the period, by the status they have now.');
const OPEN = stock('Waits to be filled, whenever it was posted.');
const PAUSED = stock('Waits, whenever it was posted.');
const CLOSED = flow('Closed in the period.', 'closedAt');
const AT_WORK = stock('At work or booked today.');
const ENDED = flow('Ended in the period.');
const FILE = stock('The files as they are today.');
const OWED_HOURS = stock('Waits for an action, in any week.');
const SETTLED_HOURS = flow('Of the weeks that ended in the period.');
const UNPAID = stock('Not paid yet, whenever it was issued.');
const PAID = flow('Paid in the period.', 'paidOn');

/** Of the sums beside the counts: positions, and cents. */
export const SUM_MEANINGS = { totalOpenings: OPEN, totalDue: UNPAID, totalPending: UNPAID };

export const MEANINGS: { readonly [W in Widget]: Readonly<Record<WidgetCode<W>, Meaning>> } = {
  SUBMISSIONS: {
    SUBMITTED,
    QUALIFIED: SUBMITTED,
    INTERVIEWING: SUBMITTED,
    OFFERED: SUBMITTED,
    OFFER_ACCEPTED: SUBMITTED,
    OFFER_REJECTED: SUBMITTED,
    REJECTED: SUBMITTED,
    WITHDRAWN: SUBMITTED,
  },
  JOBS: {
    OPEN_WITHOUT_SUBMISSION: OPEN,
    OPEN_WITH_SUBMISSION: OPEN,
    ON_HOLD: PAUSED,
    EXTENSION: PAUSED,
    CLOSED_FILLED: CLOSED,
    CLOSED_OTHER: CLOSED,
    HOT_JOB: OPEN,
    HOT_WITHOUT_SUBMISSION: OPEN,
    NEWLY_POSTED: { kind: 'flow', today: true, reason: 'Posted today.' },
    PENDING_REVIEW: PAUSED,
    PENDING_APPROVAL: PAUSED,
  },
  ASSIGNMENTS: {
    ACTIVE: AT_WORK,
    BOOKED: AT_WORK,
    EARLY_TERM: ENDED,
    CANCELLED: ENDED,
    EXTENSIONS_DUE: stock('Active now, and an extension is to be decided: it is due or was asked for.', 'ACTIVE'),
    COMPLETED: ENDED,
    PERM: ENDED,
  },
  COMPLIANCE: {
    FILES_DUE: FILE,
    DOCS_PENDING_REVIEW: FILE,
    DOCS_EXPIRING_FIFTEEN_DAYS: FILE,
    LESS_TWENTYFIVE: FILE,
    TWENTYFIVE_FIFTY: FILE,
    FIFTY_SEVENTYFIVE: FILE,
    SEVENTYFIVE_NINTYNINE: FILE,
    HUNDRED: FILE,
  },
  TIMESHEET: {
    MISSING: OWED_HOURS,
    SAVED: OWED_HOURS,
    SUBMITTED: OWED_HOURS,
    APPROVED: SETTLED_HOURS,
    FINALIZED: SETTLED_HOURS,
    DISPUTES: OWED_HOURS,
    ADJUSTMENTS: flow('Corrected, of the weeks that ended in the period.'),
  },
  INVOICE: {
    INVOICE_DUE: UNPAID,
    INVOICE_PAID: PAID,
    INVOICE_PAST_DUE: UNPAID,
    REVERSE_INVOICE_PENDING: UNPAID,
    REVERSE_INVOICE_GOOD_PAY: UNPAID,
    REVERSE_INVOICE_PAID: PAID,
  },
};

/** 'SUBMITTED' is a status of two kinds of records, with different labels. */
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

/** What a card counts for this organization type, in the default order. */
export const codesFor = <W extends Widget>(widget: W, type: OrganizationType): readonly WidgetCode<W>[] =>
  WIDGET_CODES[widget].filter((code) => !HIDDEN_CODES[type]?.includes(code));
/** The statuses that a card shows to this organization type, in the default order. */
export const statusesFor = <W extends Widget>(widget: W, type: OrganizationType): readonly WidgetStatus<W>[] =>
  WIDGET_STATUSES[widget].filter((code) => !HIDDEN_CODES[type]?.includes(code));

/** What a figure of a card means, by its code; undefined for a code that the card does not have. */
export const meaningOf = (widget: Widget, code: string): Meaning | undefined =>
  (MEANINGS[widget] as Readonly<Record<string, Meaning>>)[code];

/** The statuses of a card that add up to its total of this kind, for this organization type; not parts of others. */
export const totalOf = <W extends Widget>(
  widget: W,
  kind: Meaning['kind'],
  type: OrganizationType,
): readonly WidgetCode<W>[] =>
  statusesFor(widget, type).filter((code) => {
    const meaning = meaningOf(widget, code);
    return meaning?.kind === kind && meaning.within === undefined;
  });
