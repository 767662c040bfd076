/**
 * Where a number of the home dashboard leads. The server counts with the list and the filters defined here, and the app
 * links to them, so the list has exactly that number of rows.
 */
import type { ListName } from '../lists/list';
import type { OrganizationType } from '../base/organizations';
import type { ListFilters, Period } from './filter';
import {
  meaningOf,
  totalOf,
  type ComplianceView,
  type Meaning,
  type TimesheetView,
  type Widget,
  type WidgetCode,
} from './widgets';

export interface DrillTarget {
  /** Relative to the user's root. */
  readonly path: string;
  readonly list: ListName;
  /** Filters that the page at this address fixes itself. */
  readonly fixed: ListFilters;
  /** Filters for the query string. */
  readonly query: ListFilters;
}

export interface DrillContext {
  readonly type: OrganizationType;
  readonly complianceView: ComplianceView;
  readonly timesheetView: TimesheetView;
  /** The user's current day, YYYY-MM-DD: what was posted on it is new. */
  readonly today: string;
}

const to = (path: string, list: ListName, query: ListFilters = {}, fixed: ListFilters = {}): DrillTarget => ({
  path,
  list,
  fixed,
  query,
});

function submissions(code: string, { type }: DrillContext): DrillTarget {
  return to(type === 'AGENCY' ? 'jobs/view/submittals' : 'jobs/submissions', 'submissions', {
    submission_status: [code],
  });
}

type JobCode = WidgetCode<'JOBS'>;
const JOB_FILTERS: Readonly<Record<Exclude<JobCode, 'NEWLY_POSTED'>, ListFilters>> = {
  OPEN_WITHOUT_SUBMISSION: { jobStatusIds: ['OPEN'], subCategory: ['WITHOUT'] },
  OPEN_WITH_SUBMISSION: { jobStatusIds: ['OPEN'], subCategory: ['WITH'] },
  ON_HOLD: { jobStatusIds: ['ON_HOLD'] },
  EXTENSION: { jobStatusIds: ['EXTENSION'] },
  CLOSED_FILLED: { jobStatusIds: ['CLOSED'], subCategory: ['FILLED'] },
  CLOSED_OTHER: { jobStatusIds: ['CLOSED'], subCategory: ['OTHER'] },
  HOT_JOB: { jobStatusIds: ['OPEN'], hot: ['yes'] },
  HOT_WITHOUT_SUBMISSION: { jobStatusIds: ['OPEN'], subCategory: ['WITHOUT'], hot: ['yes'] },
  PENDING_REVIEW: { jobStatusIds: ['PENDING_REVIEW'] },
  PENDING_APPROVAL: { jobStatusIds: ['PENDING_APPROVAL'] },
};

const jobsTarget = (type: OrganizationType, filters: ListFilters): DrillTarget =>
  to(type === 'AGENCY' ? 'jobs/view/alljobs' : 'jobs', 'jobs', filters);

const jobs = (code: JobCode, { type, today }: DrillContext): DrillTarget =>
  jobsTarget(type, code === 'NEWLY_POSTED' ? { postedAt: [`${today}..${today}`] } : JOB_FILTERS[code]);

const ASSIGNMENT_PATHS: Readonly<Record<WidgetCode<'ASSIGNMENTS'>, string>> = {
  ACTIVE: 'active',
  BOOKED: 'booked',
  EARLY_TERM: 'earlyTerm',
  CANCELLED: 'cancelled',
  EXTENSIONS_DUE: 'extensionsDue',
  COMPLETED: 'completed',
  PERM: 'perm',
};
const assignments = (code: WidgetCode<'ASSIGNMENTS'>): DrillTarget =>
  to(`assignments/${ASSIGNMENT_PATHS[code]}`, 'assignments', {}, { status: [code] });

const band = (path: string, value: string) =>
  to(`compliance/${path}`, 'complianceFiles', {}, { complianceBand: [value] });
const COMPLIANCE: Readonly<Record<WidgetCode<'COMPLIANCE'>, DrillTarget>> = {
  FILES_DUE: to('compliance/filesdues', 'complianceFiles', {}, { filesDue: ['yes'] }),
  DOCS_PENDING_REVIEW: to(
    'compliance/reviewdocs/credentials',
    'complianceDocuments',
    {},
    { documentStatus: ['PENDING_REVIEW'] },
  ),
  DOCS_EXPIRING_FIFTEEN_DAYS: to(
    'compliance/expiringdocs/credentials',
    'complianceDocuments',
    {},
    { expiresInDays: ['0..15'] },
  ),
  LESS_TWENTYFIVE: band('lessthan25', 'UNDER_25'),
  TWENTYFIVE_FIFTY: band('25to50', '25_50'),
  FIFTY_SEVENTYFIVE: band('51to75', '51_75'),
  SEVENTYFIVE_NINTYNINE: band('greaterthan75', '76_99'),
  HUNDRED: band('100', '100'),
};
const ALL_FILES = to('compliance/viewAll', 'complianceFiles');

function compliance(code: string, { complianceView }: DrillContext): DrillTarget {
  const target = (COMPLIANCE as Readonly<Record<string, DrillTarget>>)[code] ?? ALL_FILES;
  return { ...target, query: { ...target.query, status: [complianceView] } };
}

function timesheets(code: WidgetCode<'TIMESHEET'>, { type, timesheetView }: DrillContext): DrillTarget {
  if (code === 'DISPUTES') return to('timesheets/disputequeue', 'timesheets', {}, { disputed: ['yes'] });
  if (code === 'ADJUSTMENTS') return to('timesheets/adjustmentqueue', 'timesheets', {}, { adjusted: ['yes'] });
  const view = type === 'VMS' ? { view: [timesheetView] } : {};
  return to('timesheets/dashboard/travel', 'timesheets', { billingStatusIds: [code], ...view });
}

const invoices = (code: WidgetCode<'INVOICE'>): DrillTarget =>
  code.startsWith('REVERSE_')
    ? to('timesheets/reverseinvoicetimesheet', 'reverseInvoices', { status: [code] })
    : to('timesheets/invoicetimesheet', 'invoices', { status: [code] });

const TABLE: { readonly [W in Widget]: (code: WidgetCode<W>, context: DrillContext) => DrillTarget } = {
  SUBMISSIONS: submissions,
  JOBS: jobs,
  ASSIGNMENTS: assignments,
  COMPLIANCE: compliance,
  TIMESHEET: timesheets,
  INVOICE: invoices,
};

/** The list that a number of a card opens, with the filters that select exactly the rows it counts. */
export function drillTarget<W extends Widget>(widget: W, code: WidgetCode<W>, context: DrillContext): DrillTarget {
  return TABLE[widget](code, context);
}

/** Filters that limit nothing when all their values are chosen. */
const COMPLETE: readonly string[] = ['submission_status', 'subCategory'];

/** What a total adds up, and the list of exactly these rows. */
export interface TotalTarget {
  readonly codes: readonly WidgetCode[];
  readonly target: DrillTarget;
}

/**
 * The totals of a card's figures of one kind, one for each list: invoices and reverse invoices are not added up. A
 * total of files opens all of them. Empty where the card has no such figures.
 */
export function totalTargets<W extends Widget>(
  widget: W,
  kind: Meaning['kind'],
  context: DrillContext,
): readonly TotalTarget[] {
  const byList = new Map<ListName, WidgetCode<W>[]>();
  for (const code of totalOf(widget, kind, context.type)) {
    const { list } = drillTarget<W>(widget, code, context);
    byList.set(list, [...(byList.get(list) ?? []), code]);
  }
  return [...byList.values()].map((codes) => ({ codes, target: targetOfAll(widget, codes, context) }));
}

/** Of figures of one list. */
function targetOfAll<W extends Widget>(widget: W, codes: readonly WidgetCode<W>[], context: DrillContext): DrillTarget {
  if (widget === 'COMPLIANCE') return compliance('', context);
  if (widget === 'ASSIGNMENTS') return to('assignments/viewAll', 'assignments', { status: codes });
  const targets = codes.map((code) => drillTarget(widget, code, context));
  const query: Record<string, readonly string[]> = {};
  for (const target of targets) {
    for (const [name, values] of Object.entries(target.query)) {
      if (!COMPLETE.includes(name)) query[name] = [...new Set([...(query[name] ?? []), ...values])];
    }
  }
  return { ...(targets[0] ?? ALL_FILES), query };
}

/** The unpaid rows: the invoices behind the total due, the reverse invoices behind the total pending. */
export const owedTarget = (list: 'invoices' | 'reverseInvoices'): DrillTarget =>
  list === 'invoices'
    ? to('timesheets/invoicetimesheet', list, { status: ['INVOICE_DUE', 'INVOICE_PAST_DUE'] })
    : to('timesheets/reverseinvoicetimesheet', list, {
        status: ['REVERSE_INVOICE_PENDING', 'REVERSE_INVOICE_GOOD_PAY'],
      });

/** The open jobs, whose openings that are not filled are added up. */
export const openingsTarget = (type: OrganizationType): DrillTarget => jobsTarget(type, { jobStatusIds: ['OPEN'] });

/** A period, and the filter of a list that takes it. */
export interface PeriodFilter {
  readonly period: Period;
  readonly by: 'period' | NonNullable<Meaning['by']>;
}

/** The dates that a figure is limited to: none for stock, and for a flow of today, which has its own filter. */
export function periodOfFigure(widget: Widget, code: string, period: Period | null): PeriodFilter | null {
  const meaning = meaningOf(widget, code);
  if (period === null || meaning?.kind !== 'flow' || meaning.today) return null;
  return { period, by: meaning.by ?? 'period' };
}
