/**
 * The widgets of the home dashboard in the app: title, chart, colors, request, and how the answer is read. What the
 * server shares is in contract/dashboards/widgets.ts and drill.ts.
 */
import type { Period } from '../../../../contract/dashboards/filter';
import {
  COMPLIANCE_TILES,
  JOB_TILES,
  TIMESHEET_TILES,
  WIDGETS,
  type ComplianceView,
  type TimesheetView,
  type Widget,
  type WidgetCode,
} from '../../../../contract/dashboards/widgets';
import type { BodyOf, ResponseOf } from '../../../../contract/endpoints';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import type { NotificationCategory } from '../../../../contract/notifications/categories';
import type { FilterForm } from '../filters/filterForm';

export type WidgetCall =
  | 'submissionsWidget'
  | 'agencySubmissionsWidget'
  | 'jobsWidget'
  | 'agencyJobsWidget'
  | 'assignmentsWidget'
  | 'agencyAssignmentsWidget'
  | 'activeComplianceWidget'
  | 'bookedComplianceWidget'
  | 'timesheetWidget'
  | 'invoiceWidget';
export type WidgetBody = BodyOf<WidgetCall>;
export type WidgetAnswer = ResponseOf<WidgetCall>;

export interface WidgetRequest {
  readonly call: WidgetCall;
  readonly body: WidgetBody;
}

/** The common shape of all widgets' answers: numbers by code. */
export interface CardData {
  /** By code of the widget; absent codes are not visible to this user. */
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
  /** Null if the numbers are as of today. */
  readonly period: Period | null;
  readonly complianceView?: ComplianceView;
  readonly timesheetView?: TimesheetView;
  /** The user's day, YYYY-MM-DD: defines 'newly posted'. */
  readonly today?: string;
  /** Positions, not jobs. */
  readonly totalOpenings?: number;
  /** Cents that facilities still owe; only managing organizations get it. */
  readonly totalDue?: number;
  /** Cents still to be paid to suppliers; only managing organizations get it. */
  readonly totalPending?: number;
}

export type CardColor = 'warning' | 'primary' | 'purple' | 'blue' | 'success' | 'tertiary' | 'rose' | 'teal';

/** Arguments of a request. */
export interface RequestContext {
  readonly user: Pick<UserInfo, 'organizationType'>;
  /** With the chosen client. */
  readonly filter: FilterForm & { readonly clientId?: string };
  readonly complianceView: ComplianceView;
  readonly timesheetView: TimesheetView;
  /** The user's day, YYYY-MM-DD. */
  readonly today: string;
}

export interface WidgetDefinition<W extends Widget = Widget> {
  readonly label: string;
  /** If the title differs from the label. */
  readonly titleFor?: (user: Pick<UserInfo, 'organizationType'>) => string;
  /** Bars compare; a ring shows parts of a whole, which stock and flow together are not. */
  readonly chart: 'bar' | 'doughnut';
  /** Few bars need less height. */
  readonly isLow?: true;
  /** The card can switch between two sides. */
  readonly toggle?: 'complianceView' | 'timesheetView';
  readonly tiles: readonly WidgetCode<W>[];
  /** One color per status, in the chart, the legend and the table. */
  readonly colors: Readonly<Partial<Record<WidgetCode<W>, CardColor>>>;
  /** A notification of one of these categories may change the numbers. */
  readonly staleAfter: readonly NotificationCategory[];
  readonly request: (context: RequestContext) => WidgetRequest;
  /** A method, so that each widget can declare its own answer type. */
  read(answer: WidgetAnswer, request: WidgetRequest): CardData;
}

const byValue = (items: readonly { readonly value: string; readonly count: number }[]) =>
  Object.fromEntries(items.map(({ value, count }) => [value, count]));

const known = (counts: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).flatMap(([code, count]) => (count === undefined ? [] : [[code, count]])));

const SUBMISSIONS: WidgetDefinition<'SUBMISSIONS'> = {
  label: 'Submissions',
  chart: 'bar',
  tiles: [],
  colors: {
    SUBMITTED: 'primary',
    QUALIFIED: 'blue',
    INTERVIEWING: 'purple',
    OFFERED: 'warning',
    OFFER_ACCEPTED: 'success',
    OFFER_REJECTED: 'rose',
    REJECTED: 'tertiary',
    WITHDRAWN: 'teal',
  },
  staleAfter: ['SUBMISSIONS', 'ASSIGNMENTS'],
  request: ({ user, filter }) => ({
    call: user.organizationType === 'AGENCY' ? 'agencySubmissionsWidget' : 'submissionsWidget',
    body: filter,
  }),
  read: ({ period, total, submissionStatuses }: ResponseOf<'submissionsWidget'>) => ({
    period,
    total,
    counts: byValue(submissionStatuses),
  }),
};

const JOBS: WidgetDefinition<'JOBS'> = {
  label: 'Jobs',
  chart: 'bar',
  tiles: JOB_TILES,
  colors: {
    OPEN_WITHOUT_SUBMISSION: 'warning',
    OPEN_WITH_SUBMISSION: 'primary',
    ON_HOLD: 'tertiary',
    EXTENSION: 'purple',
    CLOSED_FILLED: 'success',
    CLOSED_OTHER: 'rose',
  },
  staleAfter: ['JOBSORDERS', 'JOB', 'SUBMISSIONS'],
  request: ({ user, filter, today }) => ({
    call: user.organizationType === 'AGENCY' ? 'agencyJobsWidget' : 'jobsWidget',
    body: { ...filter, notificationDate: today },
  }),
  read: (answer: ResponseOf<'jobsWidget'>, { body }) => ({
    period: answer.period,
    total: answer.total,
    totalOpenings: answer.totalOpenings,
    ...('notificationDate' in body && { today: body.notificationDate }),
    counts: {
      ...byValue(answer.jobStatuses),
      ...known({
        HOT_JOB: answer.hotJob,
        HOT_WITHOUT_SUBMISSION: answer.hotWithoutSubmission,
        NEWLY_POSTED: answer.newlyPosted,
        PENDING_REVIEW: answer.pendingReview,
        PENDING_APPROVAL: answer.pendingApproval,
      }),
    },
  }),
};

const ASSIGNMENTS: WidgetDefinition<'ASSIGNMENTS'> = {
  label: 'Assignments',
  chart: 'bar',
  isLow: true,
  tiles: [],
  colors: {
    ACTIVE: 'success',
    BOOKED: 'primary',
    EARLY_TERM: 'rose',
    CANCELLED: 'tertiary',
    EXTENSIONS_DUE: 'warning',
    COMPLETED: 'blue',
    PERM: 'purple',
  },
  staleAfter: ['ASSIGNMENTS'],
  request: ({ user, filter }) => ({
    call: user.organizationType === 'AGENCY' ? 'agencyAssignmentsWidget' : 'assignmentsWidget',
    body: filter,
  }),
  read: ({ period, assignmentCount, assignmentStatuses }: ResponseOf<'assignmentsWidget'>) => ({
    period,
    total: assignmentCount.total,
    counts: byValue(assignmentStatuses.map(({ value, y }) => ({ value, count: y }))),
  }),
};

const COMPLIANCE: WidgetDefinition<'COMPLIANCE'> = {
  label: 'Compliance',
  chart: 'doughnut',
  toggle: 'complianceView',
  tiles: COMPLIANCE_TILES,
  colors: {
    FILES_DUE: 'primary',
    DOCS_PENDING_REVIEW: 'teal',
    DOCS_EXPIRING_FIFTEEN_DAYS: 'tertiary',
    LESS_TWENTYFIVE: 'rose',
    TWENTYFIVE_FIFTY: 'warning',
    FIFTY_SEVENTYFIVE: 'purple',
    SEVENTYFIVE_NINTYNINE: 'blue',
    HUNDRED: 'success',
  },
  staleAfter: ['COMPLIANCE', 'ASSIGNMENTS'],
  request: ({ complianceView, filter }) => ({
    call: complianceView === 'ACTIVE' ? 'activeComplianceWidget' : 'bookedComplianceWidget',
    body: filter,
  }),
  read: (answer: ResponseOf<'activeComplianceWidget'>, { call }) => ({
    period: null,
    complianceView: call === 'bookedComplianceWidget' ? 'BOOKED' : 'ACTIVE',
    total: answer.total,
    counts: {
      ...byValue(answer.complianceStatuses),
      ...known({
        FILES_DUE: answer.filesDue,
        DOCS_PENDING_REVIEW: answer.docsPendingReview,
        DOCS_EXPIRING_FIFTEEN_DAYS: answer.docsExpringFifteenDays,
      }),
    },
  }),
};

const TIMESHEET: WidgetDefinition<'TIMESHEET'> = {
  label: 'Timesheet',
  chart: 'bar',
  toggle: 'timesheetView',
  tiles: TIMESHEET_TILES,
  colors: { MISSING: 'rose', SAVED: 'tertiary', SUBMITTED: 'primary', APPROVED: 'purple', FINALIZED: 'success' },
  staleAfter: ['BACK_OFFICE'],
  request: ({ user, filter, timesheetView }) => ({
    call: 'timesheetWidget',
    body:
      user.organizationType === 'VMS'
        ? { ...filter, agencyToggle: timesheetView === 'supplier', clientToggle: timesheetView === 'facility' }
        : filter,
  }),
  read: (answer: ResponseOf<'timesheetWidget'>) => ({
    period: answer.period,
    total: answer.total,
    timesheetView: answer.view,
    counts: {
      ...byValue(answer.timesheetStatuses),
      ...known({ DISPUTES: answer.disputes, ADJUSTMENTS: answer.adjustments }),
    },
  }),
};

const INVOICE: WidgetDefinition<'INVOICE'> = {
  label: 'Invoice',
  titleFor: ({ organizationType }) => (organizationType === 'AGENCY' ? 'Reverse Invoicing' : 'Invoicing'),
  chart: 'bar',
  tiles: [],
  colors: {
    INVOICE_DUE: 'primary',
    INVOICE_PAID: 'success',
    INVOICE_PAST_DUE: 'rose',
    REVERSE_INVOICE_PENDING: 'warning',
    REVERSE_INVOICE_GOOD_PAY: 'blue',
    REVERSE_INVOICE_PAID: 'teal',
  },
  staleAfter: ['BACK_OFFICE'],
  request: ({ filter }) => ({ call: 'invoiceWidget', body: filter }),
  read: ({ period, total, totalDue, totalPending, invoiceStatuses }: ResponseOf<'invoiceWidget'>) => ({
    period,
    total,
    ...(totalDue !== undefined && { totalDue }),
    ...(totalPending !== undefined && { totalPending }),
    counts: byValue(invoiceStatuses),
  }),
};

const WIDGET_DEFINITIONS: { readonly [W in Widget]: WidgetDefinition<W> } = {
  SUBMISSIONS,
  JOBS,
  ASSIGNMENTS,
  COMPLIANCE,
  TIMESHEET,
  INVOICE,
};

/** The definition of a widget that is only known at run time. */
export const widgetOf = (widget: Widget): WidgetDefinition => WIDGET_DEFINITIONS[widget];

/** The widgets whose numbers a notification of this category may change. */
export const staleAfter = (category: NotificationCategory): readonly Widget[] =>
  WIDGETS.filter((widget) => WIDGET_DEFINITIONS[widget].staleAfter.includes(category));
