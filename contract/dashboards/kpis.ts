/** Every KPI, once: what is counted, over which rows and period, and which report lists the rows. */
import type { ListFilters } from './filter';
import type { KpiDefinition, Quantity } from './kpiDefinition';

const rows = (list: Quantity['list'], filters: ListFilters = {}): Quantity => ({ list, filters });
const sum = (column: string, quantity: Quantity): Quantity => ({ ...quantity, sum: column });

const SUBMITTED = rows('submittalReport');
const OFFERED = rows('submittalReport', { offered: ['yes'] });
const INTERVIEWED = rows('submittalReport', { interviewed: ['yes'] });
const REJECTED = rows('submittalReport', { submission_status: ['REJECTED'] });
const CLOSED = rows('jobsReport', { jobStatusIds: ['CLOSED'] });
const FILLED = rows('jobsReport', { jobStatusIds: ['CLOSED'], closure: ['FILLED'] });
const REVIEWED = rows('declinedDocumentsReport');
const DECLINED = rows('declinedDocumentsReport', { declined: ['yes'] });
const DUE_TO_END = rows('assignmentReport');
const RETAINED = rows('assignmentReport', { retained: ['yes'] });
const BOOKED = rows('submissionStatusReport', { reached: ['BOOKED'] });
const STARTED = rows('pushedStartReport');
const PUSHED = rows('pushedStartReport', { pushed: ['yes'] });
const ON_TIME = rows('pushedStartReport', { pushed: ['no'] });
const COMPLETED = rows('completedAssignmentsReport');
const EARLY_TERMS = rows('earlyTermCancelReport', { earlyTermOrCancel: ['EARLY_TERM'] });
const CANCELLED = rows('earlyTermCancelReport', { earlyTermOrCancel: ['CANCELLED'] });
const ENDED = [COMPLETED, EARLY_TERMS, CANCELLED];
const HIRED = rows('activeBookedCandidateReport');
const FILES_COMPLETED: Quantity = { ...HIRED, dated: 'filesCompletedOn' };
const BILLED = rows('timesheets', { billingStatusIds: ['APPROVED', 'FINALIZED'], view: ['facility'] });

const ENDED_WORDS = 'Assignments that were completed, terminated early or cancelled';
const WHEN_SUBMITTED = 'The candidate was submitted in the period.';
const WHEN_BOOKED = 'The candidate was booked in the period.';
const WHEN_CLOSED = 'The job was closed in the period.';
const WHEN_ENDED = 'The assignment ended, or was cancelled, in the period.';
const WHEN_STARTED = 'The assignment actually started in the period.';

/** After this many days, nearly all submissions that will get an offer or a booking have one. */
const MATURE_DAYS = 30;

export const KPIS = {
  SPEND: {
    title: 'Spend',
    unit: 'cents',
    numerator:
      'Actual: what timesheets bill that the facility approved or finalized. Projected: the hours a week of every assignment that was not cancelled at its bill rate, for the days it is planned.',
    period: 'The week of the timesheet ended in the period.',
    of: [sum('bill', BILLED)],
    better: 'less',
    opens: BILLED,
  },
  TIME_TO_FILL: {
    title: 'Time to Fill',
    unit: 'days',
    numerator: 'Days from posting a job until it was filled',
    denominator: 'Filled jobs',
    period: WHEN_CLOSED,
    of: [sum('daysToFill', FILLED)],
    among: [FILLED],
    better: 'less',
    opens: FILLED,
  },
  SUBMITTED_TO_BOOKED: {
    title: 'Time from Submitted to Booked',
    unit: 'days',
    numerator: 'Days from submitting a candidate until they were booked',
    denominator: 'Booked submissions',
    period: WHEN_BOOKED,
    of: [sum('submittedToBooked', BOOKED)],
    among: [BOOKED],
    better: 'less',
    opens: BOOKED,
  },
  TIME_TO_HIRE: {
    title: 'Time to Hire',
    unit: 'days',
    numerator: 'Days from submitting a candidate until they were booked',
    denominator: 'Booked candidates',
    period: WHEN_BOOKED,
    of: [sum('daysToHire', HIRED)],
    among: [HIRED],
    better: 'less',
    opens: HIRED,
  },
  SUBMITTED_TO_OFFER: {
    title: 'Time from Submitted to Offered',
    unit: 'days',
    numerator: 'Days from submitting a candidate until the offer',
    denominator: 'Booked submissions',
    period: WHEN_BOOKED,
    of: [sum('submittedToOffered', BOOKED)],
    among: [BOOKED],
    better: 'less',
    opens: BOOKED,
  },
  OFFERED_TO_ACCEPT: {
    title: 'Time from Offered to Offer Accepted',
    unit: 'days',
    numerator: 'Days from the offer until it was accepted',
    denominator: 'Booked submissions',
    period: WHEN_BOOKED,
    of: [sum('offeredToAccepted', BOOKED)],
    among: [BOOKED],
    better: 'less',
    opens: BOOKED,
  },
  OFFERED_TO_BOOKED: {
    title: 'Time from Offered to Booked',
    unit: 'days',
    numerator: 'Days from the offer until the candidate was booked',
    denominator: 'Booked submissions',
    period: WHEN_BOOKED,
    of: [sum('offeredToBooked', BOOKED)],
    among: [BOOKED],
    better: 'less',
    opens: BOOKED,
  },
  FILE_COMPLETION: {
    title: 'Time to File Completion',
    unit: 'days',
    numerator: 'Days from booking until every required document was approved',
    denominator: 'Assignments whose file is complete',
    period: 'The file was completed in the period.',
    of: [sum('daysToComplete', FILES_COMPLETED)],
    among: [FILES_COMPLETED],
    better: 'less',
    opens: FILES_COMPLETED,
  },
  PUSHED_STARTS: {
    title: 'Number of Pushed Starts',
    unit: 'count',
    numerator: 'Assignments that began later than planned',
    period: WHEN_STARTED,
    of: [PUSHED],
    better: 'less',
    opens: PUSHED,
  },
  STARTS: {
    title: 'Starts',
    unit: 'count',
    numerator: 'Assignments that began',
    period: WHEN_STARTED,
    of: [STARTED],
    better: 'more',
    opens: STARTED,
  },
  COMPLETED: {
    title: 'Completed Assignments',
    unit: 'count',
    numerator: 'Assignments that were completed',
    period: WHEN_ENDED,
    of: [COMPLETED],
    better: 'more',
    opens: COMPLETED,
  },
  EARLY_TERMS: {
    title: 'Early Terms',
    unit: 'count',
    numerator: 'Assignments that were terminated early',
    period: WHEN_ENDED,
    of: [EARLY_TERMS],
    basis: ENDED,
    better: 'less',
    opens: EARLY_TERMS,
  },
  CANCELLATIONS: {
    title: 'Cancellations',
    unit: 'count',
    numerator: 'Assignments that were cancelled before they began',
    period: WHEN_ENDED,
    of: [CANCELLED],
    basis: ENDED,
    better: 'less',
    opens: CANCELLED,
  },
  SUBMITTAL_TO_OFFER: {
    title: 'Submittal To Offer Ratio',
    unit: 'ratio',
    numerator: 'Submissions',
    denominator: 'Submissions that reached an offer',
    period: WHEN_SUBMITTED,
    of: [SUBMITTED],
    among: [OFFERED],
    matures: MATURE_DAYS,
    better: 'less',
    threshold: 'ratio',
    opens: SUBMITTED,
  },
  FILL_RATE: {
    title: 'Fill Rate',
    unit: 'percent',
    numerator: 'Positions of closed jobs that were filled',
    denominator: 'All positions of these jobs',
    period: WHEN_CLOSED,
    of: [sum('positionsFilled', CLOSED)],
    among: [sum('positions', CLOSED)],
    better: 'more',
    threshold: 'retention',
    opens: CLOSED,
  },
  DECLINED_RATE: {
    title: 'Declined Rate',
    unit: 'percent',
    numerator: 'Reviewed documents that were declined at least once',
    denominator: 'Reviewed documents',
    period: 'The document was last reviewed in the period.',
    of: [DECLINED],
    among: [REVIEWED],
    better: 'less',
    threshold: 'declined',
    opens: DECLINED,
  },
  RETENTION_RATE: {
    title: 'Retention Rate',
    unit: 'percent',
    numerator: 'Assignments that were extended or became permanent',
    denominator: 'Assignments that began and were first planned to end in the period',
    period: 'The end that was first planned is in the period.',
    of: [RETAINED],
    among: [DUE_TO_END],
    better: 'more',
    threshold: 'retention',
    opens: RETAINED,
  },
  ON_TIME_STARTS: {
    title: 'On Time Starts',
    unit: 'percent',
    numerator: 'Assignments that began no later than planned',
    denominator: 'Assignments that began',
    period: WHEN_STARTED,
    of: [ON_TIME],
    among: [STARTED],
    better: 'more',
    opens: ON_TIME,
  },
  COMPLETION_RATE: {
    title: 'Assignments Completed',
    unit: 'percent',
    numerator: 'Assignments that were completed',
    denominator: ENDED_WORDS,
    period: WHEN_ENDED,
    of: [COMPLETED],
    among: ENDED,
    better: 'more',
    opens: COMPLETED,
  },
  CANCELLATION_RATE: {
    title: 'Cancellation',
    unit: 'percent',
    numerator: 'Assignments that were cancelled before they began',
    denominator: ENDED_WORDS,
    period: WHEN_ENDED,
    of: [CANCELLED],
    among: ENDED,
    better: 'less',
    opens: CANCELLED,
  },
  EARLY_TERM_RATE: {
    title: 'Early Term Rate',
    unit: 'percent',
    numerator: 'Assignments that were terminated early',
    denominator: ENDED_WORDS,
    period: WHEN_ENDED,
    of: [EARLY_TERMS],
    among: ENDED,
    better: 'less',
    opens: EARLY_TERMS,
  },
  SUBMISSIONS: {
    title: 'Submissions',
    unit: 'count',
    numerator: 'Submissions',
    period: WHEN_SUBMITTED,
    of: [SUBMITTED],
    better: 'more',
    opens: SUBMITTED,
  },
  INTERVIEWS: {
    title: 'Interviews',
    unit: 'count',
    numerator: 'Submissions that reached an interview',
    period: WHEN_SUBMITTED,
    of: [INTERVIEWED],
    matures: MATURE_DAYS,
    better: 'more',
    opens: INTERVIEWED,
  },
  REJECTED_SUBMISSIONS: {
    title: 'Rejected Submissions',
    unit: 'count',
    numerator: 'Submissions that were rejected',
    period: WHEN_SUBMITTED,
    of: [REJECTED],
    basis: [SUBMITTED],
    matures: MATURE_DAYS,
    better: 'less',
    opens: REJECTED,
  },
  OFFERED_SHARE: {
    title: 'Submissions Offered',
    unit: 'percent',
    numerator: 'Submissions that reached an offer',
    denominator: 'Submissions',
    period: WHEN_SUBMITTED,
    of: [OFFERED],
    among: [SUBMITTED],
    matures: MATURE_DAYS,
    better: 'more',
    opens: OFFERED,
  },
  TIME_TO_SUBMIT: {
    title: 'Time to Submit',
    unit: 'days',
    numerator: 'Days from posting a job until a candidate was submitted to it',
    denominator: 'Submissions',
    period: WHEN_SUBMITTED,
    of: [sum('daysToSubmit', SUBMITTED)],
    among: [SUBMITTED],
    better: 'less',
    opens: SUBMITTED,
  },
  SUPPLIER_FILL_RATE: {
    title: 'Fill Percentage',
    unit: 'percent',
    numerator: 'Submissions that were booked',
    denominator: 'Positions of the jobs the supplier submitted candidates to, each job once',
    period: WHEN_SUBMITTED,
    of: [rows('submittalReport', { booked: ['yes'] })],
    among: [{ ...SUBMITTED, sum: 'positions', oncePerJob: true }],
    matures: MATURE_DAYS,
    better: 'more',
    opens: rows('submittalReport', { booked: ['yes'] }),
  },
} as const satisfies Record<string, KpiDefinition>;

export type Kpi = keyof typeof KPIS;
/** The definition of a KPI under its general type; `KPIS[code]` has the literal one. */
export const kpi = (code: Kpi): KpiDefinition => KPIS[code];
export const KPI_CODES = Object.keys(KPIS) as readonly Kpi[];
