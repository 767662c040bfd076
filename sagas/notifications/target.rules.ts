/** What each sub-category leads to, in the words of the product, and the list that shows it. */
import type { ListName, SubCategoryCode } from '../../contract';
import type { Notification } from '../../contract/notifications';

/** What a notification is about, as far as lists can be narrowed down to it. */
type Facts = Pick<Notification, 'entityNumber' | 'jobNumber' | 'candidateNumber' | 'recruiterId'> & {
  readonly name: string;
};

export interface ListTarget {
  readonly kind: 'list';
  /** The first of these that the person may open. */
  readonly lists: readonly ListName[];
  /** Where no page shows all of the list: the one that shows this part of it. */
  readonly path?: string;
  readonly q?: (facts: Facts) => string;
  readonly filters?: (facts: Facts) => Readonly<Record<string, readonly string[]>>;
  /** For the page itself. */
  readonly extra?: (facts: Facts) => Readonly<Record<string, string>>;
  readonly needs?: 'JOB_VIEW';
  /** What the person would see there. */
  readonly noun: string;
}
type Leads = ListTarget | { readonly kind: 'page'; readonly path: string; readonly noun: string } | { kind: 'message' };

const number = (value: number | null | undefined): string => (value == null ? '' : String(value));
const exactly = (name: string, value: number | null | undefined): Readonly<Record<string, readonly string[]>> =>
  value == null ? {} : { [name]: [`${value}..${value}`] };
const byName = ({ name }: Facts) => name;
const byNumber = ({ entityNumber, name }: Facts) => number(entityNumber) || name;

const job: ListTarget = {
  kind: 'list',
  lists: ['jobs'],
  filters: ({ jobNumber }) => exactly('number', jobNumber),
  noun: 'jobs',
};
const candidate: ListTarget = {
  kind: 'list',
  lists: ['candidates'],
  q: ({ candidateNumber, name }) => number(candidateNumber) || name,
  noun: 'candidates',
};
/** Everybody put forward for the job, or of these the one it is about. */
const jobCandidates: ListTarget = {
  kind: 'list',
  lists: ['submissions'],
  filters: ({ jobNumber }) => exactly('jobNumber', jobNumber),
  noun: 'submissions',
};
const submission: ListTarget = { ...jobCandidates, q: byNumber };
const compliance: ListTarget = {
  kind: 'list',
  lists: ['complianceFiles'],
  q: byName,
  filters: ({ jobNumber, candidateNumber }) => ({
    ...exactly('candidate', candidateNumber),
    ...exactly('jobNumber', jobNumber),
  }),
  noun: 'compliance files',
};
const assignment = (path: string): ListTarget => ({
  kind: 'list',
  lists: ['assignments'],
  path: `assignments/${path}`,
  q: byNumber,
  noun: 'assignments',
});
const timesheet: ListTarget = { kind: 'list', lists: ['timesheets'], q: byNumber, noun: 'timesheets' };
const invoice: ListTarget = { kind: 'list', lists: ['invoices', 'reverseInvoices'], q: byNumber, noun: 'invoices' };
const message = { kind: 'message' } as const;

const recruiter = ({ recruiterId }: Facts): Readonly<Record<string, string>> =>
  recruiterId == null ? {} : { recId: recruiterId };

export const LEADS: Readonly<Record<SubCategoryCode, Leads>> = {
  NEW_JOB_POSTED: job,
  JOB_UPDATED: job,
  JOB_CLOSED: job,
  AUTOMATED_JOB_UPDATES: { ...job, needs: 'JOB_VIEW' },
  CANDIDATE_JOB_MATCHING: { ...jobCandidates, extra: recruiter },
  CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG: {
    ...jobCandidates,
    extra: (facts) => ({ avlLog: 'true', ...recruiter(facts) }),
  },
  TASK_DUE: { kind: 'page', path: 'vms-task', noun: 'tasks' },
  SUBMISSION_CREATED: submission,
  SUBMISSION_STATUS_CHANGED: submission,
  INTERVIEW_SCHEDULED: submission,
  OFFER_MADE: submission,
  OFFER_ACCEPTED: submission,
  DEAL_APPROVAL_STATUS: { ...submission, extra: () => ({ versionType: 'PRIMARY' }) },
  PREFERRED_CLIENT_MATCHING: candidate,
  MOBILE_CANDIDATE_REGISTRATION: candidate,
  FACEBOOK_REGISTRATION: candidate,
  LEAP_PROFILE_CREATED: candidate,
  DOCUMENT_UPLOADED: compliance,
  DOCUMENT_DECLINED: compliance,
  DOCUMENT_EXPIRING: compliance,
  COMPLIANCE_VERIFIED: compliance,
  ASSIGNMENT_BOOKED: assignment('booked'),
  EXTENSION_DUE: assignment('extensionsDue'),
  EARLY_TERMINATION: assignment('earlyTerm'),
  ASSIGNMENT_CANCELLED: assignment('cancelled'),
  TIMESHEET_SUBMITTED: timesheet,
  TIMESHEET_DISPUTED: timesheet,
  INVOICE_ISSUED: invoice,
  INVOICE_PAST_DUE: invoice,
  JOURNAL_ALERT: timesheet,
  BROADCAST: message,
  RELEASE_NOTES: message,
  ROLE_PERMISSION_UPDATE: message,
  COMPANY: message,
};
