/** Where the notifications of each sub-category lead: the label of the link, and the list. */
import type { UserInfo } from '../../../contract/identity/access.endpoints';
import type { ListName } from '../../../contract/lists/list';
import type { SubCategoryCode } from '../../../contract/notifications/categories';
import { NO_DOCUMENT, type ChatItem, type Notification } from '../../../contract/notifications/notification';
import { narrowedTo, pathTo } from '../../navigation/routes/listAddress';
import { ROUTES, rootOf } from '../../navigation/routes/resolve';
import { isAllowed } from '../../navigation/routes/route.types';
import { isPdf, type DocumentAddress } from '../documents/documentAddress';
import { searchOf } from '../../navigation/routes/queryText';

/** What a notification is about, as far as lists can be filtered by it. */
type Facts = Pick<Notification, 'entityNumber' | 'jobNumber' | 'candidateNumber' | 'recruiterId'> & {
  readonly name: string;
};

export interface ListTarget {
  readonly kind: 'list';
  /** The first of these that the user may open. */
  readonly lists: readonly ListName[];
  /** Preferred to them: the first of these pages that the user may open. */
  readonly paths?: readonly string[];
  readonly q?: (facts: Facts) => string;
  readonly filters?: (facts: Facts) => Readonly<Record<string, readonly string[]>>;
  /** Filters of the page. */
  readonly extra?: (facts: Facts) => Readonly<Record<string, string>>;
  readonly needs?: 'JOB_VIEW';
  /** Label of the link. */
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
/** Everyone submitted to the job, or the one person the notification is about. */
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
  // The first is the suppliers' one page of assignments.
  paths: ['assignment', `assignments/${path}`],
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

/** Where a notification leads for a user: an address, or why there is none. Pure. */
export type Target =
  | { readonly kind: 'page'; readonly to: string }
  /** News is in a document: downloaded, or shown if it is a PDF that the server keeps for its readers. */
  | { readonly kind: 'document'; readonly name: string; readonly shown: DocumentAddress | null }
  /** The notification leads nowhere. */
  | { readonly kind: 'message' }
  /** There is a page, but this user may not open it. */
  | { readonly kind: 'none'; readonly reason: string };

/** `keptQuery` is the part of the query that stays from page to page. */
export function targetOf(user: UserInfo, notification: Notification, keptQuery = ''): Target {
  const leads = LEADS[notification.subCategoryCode];
  const { releaseNotes, documentName: name, entityId: id, tenantId } = notification;
  if (name !== NO_DOCUMENT && (releaseNotes || tenantId)) {
    return { kind: 'document', name, shown: tenantId && isPdf(name) ? { kind: 'broadcast', id, tenantId } : null };
  }
  if (leads.kind === 'message') return leads;
  const to = leads.kind === 'page' ? pageAt(user, leads.path, keptQuery) : listAt(user, leads, notification, keptQuery);
  if (to !== null) return { kind: 'page', to };
  return {
    kind: 'none',
    reason: `You do not have access to ${leads.noun}. Please ask your administrator if you need it.`,
  };
}

/** The address of the candidate who wrote. */
export function chatTargetOf(user: UserInfo, item: ChatItem, keptQuery = ''): string | null {
  const path = pathTo(user, 'candidates');
  return path === null ? null : narrowedTo(path, { q: item.candidateName ?? '', filters: {} }, keptQuery);
}

/** The address of a page below the user's root; null if they may not open it. */
function pageAt(user: UserInfo, path: string, keptQuery = ''): string | null {
  const root = rootOf(user);
  const isOpen = ROUTES[root].some((route) => route.path === path && isAllowed(route, user));
  return isOpen ? `/${root}/${path}${keptQuery}` : null;
}

function listAt(user: UserInfo, target: ListTarget, notification: Notification, keptQuery: string): string | null {
  if (target.needs !== undefined && !user.permissions.includes(target.needs)) return null;
  const list = target.lists.find((each) => pathTo(user, each) !== null);
  const own = target.paths?.map((path) => pageAt(user, path)).find((path) => path !== null);
  const path = own ?? (list === undefined ? null : pathTo(user, list));
  if (path === null) return null;
  const { candidateFirstName, candidateLastName } = notification;
  const facts = { ...notification, name: `${candidateFirstName ?? ''} ${candidateLastName ?? ''}`.trim() };
  const params = new URLSearchParams(keptQuery);
  for (const [name, value] of Object.entries(target.extra?.(facts) ?? {})) params.set(name, value);
  const narrowed = { q: target.q?.(facts) ?? '', filters: target.filters?.(facts) ?? {} };
  return narrowedTo(path, narrowed, searchOf(params));
}
