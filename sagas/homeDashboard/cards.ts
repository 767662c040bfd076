/** One shape for all cards: what the server answers to each of their calls, as numbers by code. */
import type { BodyOf, ResponseOf } from '../../contract';
import type { ComplianceView, Period, TimesheetView, Widget } from '../../contract/dashboard';

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

export interface WidgetQuestion {
  readonly call: WidgetCall;
  readonly body: WidgetBody;
}

export interface CardData {
  /** By code of the card; a code that is missing is not this person's to see. */
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
  /** Null where the numbers are as of today. */
  readonly period: Period | null;
  readonly complianceView?: ComplianceView;
  readonly timesheetView?: TimesheetView;
  /** The user's day the number of newly posted jobs is of. */
  readonly today?: string;
  /** Positions, not jobs. */
  readonly totalOpenings?: number;
  /** Cents. */
  readonly totalDue?: number;
  readonly totalPending?: number;
}

const byValue = (items: readonly { readonly value: string; readonly count: number }[]) =>
  Object.fromEntries(items.map(({ value, count }) => [value, count]));
const known = (counts: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).flatMap(([code, count]) => (count === undefined ? [] : [[code, count]])));

/** Only the fields of this card are read. */
export const READERS: { readonly [W in Widget]: (answer: never, question: WidgetQuestion) => CardData } = {
  SUBMISSIONS: ({ period, total, submissionStatuses }: ResponseOf<'submissionsWidget'>) => ({
    period,
    total,
    counts: byValue(submissionStatuses),
  }),
  JOBS: (answer: ResponseOf<'jobsWidget'>, { body }) => ({
    period: answer.period,
    total: answer.total,
    totalOpenings: answer.totalOpenings,
    ...('notificationDate' in body && { today: body.notificationDate }),
    counts: {
      ...byValue(answer.jobStatuses),
      ...known({
        HOT_JOB: answer.hotJob,
        NEWLY_POSTED: answer.newlyPosted,
        PENDING_REVIEW: answer.pendingReview,
        PENDING_APPROVAL: answer.pendingApproval,
      }),
    },
  }),
  ASSIGNMENTS: ({ period, assignmentCount, assignmentStatuses }: ResponseOf<'assignmentsWidget'>) => ({
    period,
    total: assignmentCount.total,
    counts: byValue(assignmentStatuses.map(({ value, y }) => ({ value, count: y }))),
  }),
  COMPLIANCE: (answer: ResponseOf<'activeComplianceWidget'>, asked) => ({
    period: null,
    complianceView: asked.call === 'bookedComplianceWidget' ? 'BOOKED' : 'ACTIVE',
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
  TIMESHEET: (answer: ResponseOf<'timesheetWidget'>) => ({
    period: answer.period,
    total: answer.total,
    timesheetView: answer.view,
    counts: {
      ...byValue(answer.timesheetStatuses),
      ...known({ DISPUTES: answer.disputes, ADJUSTMENTS: answer.adjustments }),
    },
  }),
  INVOICE: ({ period, total, totalDue, totalPending, invoiceStatuses }: ResponseOf<'invoiceWidget'>) => ({
    period,
    total,
    ...(totalDue !== undefined && { totalDue }),
    ...(totalPending !== undefined && { totalPending }),
    counts: byValue(invoiceStatuses),
  }),
};
