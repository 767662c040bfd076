/** The link of each kind of notification: its label, and the record, list or page it leads to. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { Permission } from '../../../contract/base/permissions';
import type { ListName } from '../../../contract/lists/list';
import { isUuid } from '../../../contract/base/uuid';
import { RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import type { SubCategoryCode } from '../../../contract/notifications/kinds';
import type { ChatItem, Notification } from '../../../contract/notifications/notification';
import { narrowedTo, pathTo } from '../../navigation/routes/listAddress';
import { ROUTES, rootOf } from '../../navigation/routes/resolve';
import { isAllowed } from '../../navigation/routes/route.types';
import type { DocumentAddress } from '../documents/documentAddress';
import { isPdf } from '../documents/documents.slice';
import { recordAddress } from '../../navigation/routes/records.sections';

/** What a notification is about. */
type Facts = Pick<
  Notification,
  'entityId' | 'jobId' | 'candidateId' | 'jobNumber' | 'candidateNumber' | 'recruiterId'
> & {
  readonly name: string;
};

/** A record, on one of its tabs. */
export interface RecordTarget {
  readonly kind: 'record';
  /** The first of these that the user may open. */
  readonly records: readonly RecordKind[];
  /** Null if the notification does not name one. */
  readonly idOf: (facts: Facts) => string | null | undefined;
  readonly tab?: string;
  /** Further parts of the query. */
  readonly extra?: (facts: Facts) => Readonly<Record<string, string>>;
  /** Label of the link. */
  readonly noun: string;
}

/** A list with filters. */
export interface ListTarget {
  readonly kind: 'list';
  readonly list: ListName;
  readonly q?: (facts: Facts) => string;
  readonly filters?: (facts: Facts) => Readonly<Record<string, readonly string[]>>;
  readonly needs?: Permission;
  readonly noun: string;
}
type Leads =
  | RecordTarget
  | ListTarget
  | { readonly kind: 'page'; readonly path: string; readonly noun: string }
  | { kind: 'message' };

const exactly = (name: string, value: number | null | undefined): Readonly<Record<string, readonly string[]>> =>
  value == null ? {} : { [name]: [`${value}..${value}`] };
const entity = ({ entityId }: Facts) => entityId;
const record = (
  noun: string,
  records: readonly RecordKind[],
  more: Partial<Omit<RecordTarget, 'kind' | 'noun' | 'records'>> = {},
): RecordTarget => ({ kind: 'record', records, idOf: entity, noun, ...more });

const recruiter = ({ recruiterId }: Facts): Readonly<Record<string, string>> =>
  recruiterId == null ? {} : { recId: recruiterId };

const job = record('jobs', ['job']);
/** The list of jobs, narrowed to one. */
const jobList: ListTarget = {
  kind: 'list',
  list: 'jobs',
  filters: ({ jobNumber }) => exactly('number', jobNumber),
  needs: 'JOB_VIEW',
  noun: 'jobs',
};
/** The candidates of the job: those who match it, or became available; of one recruiter, if it names one. */
const jobCandidates = record('jobs', ['job'], { idOf: ({ jobId }) => jobId });
const candidate = record('candidates', ['candidate'], { idOf: ({ candidateId }) => candidateId });
const submission = record('submissions', ['submission']);
/** The compliance files, by job, candidate name and id. */
const compliance: ListTarget = {
  kind: 'list',
  list: 'complianceFiles',
  q: ({ name }) => name,
  filters: ({ jobNumber, candidateNumber }) => ({
    ...exactly('candidate', candidateNumber),
    ...exactly('jobNumber', jobNumber),
  }),
  noun: 'compliance files',
};
/** The activity of the assignment. */
const assignment = record('assignments', ['assignment'], { tab: 'activity' });
const timesheet = record('timesheets', ['timesheet']);
const invoice = record('invoices', ['invoice', 'reverseInvoice']);
const message = { kind: 'message' } as const;

const LINK_TARGETS: Readonly<Record<SubCategoryCode, Leads>> = {
  NEW_JOB_POSTED: job,
  JOB_UPDATED: job,
  JOB_CLOSED: job,
  AUTOMATED_JOB_UPDATES: jobList,
  CANDIDATE_JOB_MATCHING: { ...jobCandidates, tab: 'matching', extra: recruiter },
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
  DEAL_APPROVAL_STATUS: { ...submission, tab: 'dealSheet', extra: () => ({ versionType: 'PRIMARY' }) },
  PREFERRED_CLIENT_MATCHING: { ...candidate, tab: 'matching' },
  MOBILE_CANDIDATE_REGISTRATION: candidate,
  FACEBOOK_REGISTRATION: candidate,
  LEAP_PROFILE_CREATED: candidate,
  DOCUMENT_UPLOADED: compliance,
  DOCUMENT_DECLINED: compliance,
  DOCUMENT_EXPIRING: compliance,
  COMPLIANCE_VERIFIED: compliance,
  ASSIGNMENT_BOOKED: assignment,
  EXTENSION_DUE: assignment,
  EARLY_TERMINATION: assignment,
  ASSIGNMENT_CANCELLED: assignment,
  TIMESHEET_SUBMITTED: timesheet,
  TIMESHEET_DISPUTED: timesheet,
  INVOICE_ISSUED: invoice,
  INVOICE_PAST_DUE: invoice,
  JOURNAL_ALERT: timesheet,
  BROADCAST: message,
  RELEASE_NOTES: message,
  ROLE_PERMISSION_UPDATE: message,
  COMPANY: message,
  BOARD_ALARM: { kind: 'page', path: 'notifications/live', noun: 'the live board' },
};

/** Where a notification leads for a user: an address, or why there is none. Pure. */
export type Target =
  | { readonly kind: 'page'; readonly to: string }
  /** A document: a PDF that the server stores is shown, others are downloaded. */
  | { readonly kind: 'document'; readonly name: string; readonly shown: DocumentAddress | null }
  /** Plain text without a link. */
  | { readonly kind: 'message' }
  /** There is a page, but this user may not open it. */
  | { readonly kind: 'none'; readonly reason: string };

/** `persistentQuery` is the part of the query that stays from page to page. */
export function targetOf(user: UserInfo, notification: Notification, persistentQuery = ''): Target {
  const leads = LINK_TARGETS[notification.subCategoryCode];
  const { releaseNotes, documentName: name, entityId: id, tenantId } = notification;
  if (name !== NO_DOCUMENT && (releaseNotes || tenantId)) {
    return { kind: 'document', name, shown: tenantId && isPdf(name) ? { kind: 'broadcast', id, tenantId } : null };
  }
  if (leads.kind === 'message') return leads;
  const to = addressOf(user, leads, notification, persistentQuery);
  if (to !== null) return { kind: 'page', to };
  return {
    kind: 'none',
    reason: `You do not have access to ${leads.noun}. Please ask your administrator if you need it.`,
  };
}

/** The messages of the candidate who wrote. */
export const chatTargetOf = (user: UserInfo, item: ChatItem, persistentQuery = ''): string | null =>
  recordAddress(user, rootOf(user), { kind: 'candidate', id: item.candidateId, tab: 'chat' }, persistentQuery);

function addressOf(
  user: UserInfo,
  leads: Exclude<Leads, { kind: 'message' }>,
  notification: Notification,
  persistentQuery: string,
): string | null {
  if (leads.kind === 'page') return pageAt(user, leads.path, persistentQuery);
  const { candidateFirstName, candidateLastName } = notification;
  const facts = { ...notification, name: `${candidateFirstName ?? ''} ${candidateLastName ?? ''}`.trim() };
  return leads.kind === 'list'
    ? listAt(user, leads, facts, persistentQuery)
    : recordAt(user, leads, facts, persistentQuery);
}

/** The address of a page below the user's root; null if they may not open it. */
function pageAt(user: UserInfo, path: string, persistentQuery: string): string | null {
  const root = rootOf(user);
  const isOpen = ROUTES[root].some((route) => route.path === path && isAllowed(route, user));
  return isOpen ? `/${root}/${path}${persistentQuery}` : null;
}

function recordAt(user: UserInfo, target: RecordTarget, facts: Facts, persistentQuery: string): string | null {
  const id = target.idOf(facts);
  // Without an id the link leads to the whole list.
  if (id == null || !isUuid(id)) {
    const path = target.records.map((kind) => pathTo(user, RECORD_LISTS[kind][0])).find((each) => each !== null);
    return path == null ? null : narrowedTo(path, { filters: {} }, persistentQuery);
  }
  const { tab, extra } = target;
  for (const kind of target.records) {
    const address = { kind, id, ...(tab !== undefined && { tab }), ...(extra && { extra: extra(facts) }) };
    const to = recordAddress(user, rootOf(user), address, persistentQuery);
    if (to !== null) return to;
  }
  return null;
}

function listAt(user: UserInfo, target: ListTarget, facts: Facts, persistentQuery: string): string | null {
  if (target.needs !== undefined && !user.permissions.includes(target.needs)) return null;
  const path = pathTo(user, target.list);
  if (path === null) return null;
  return narrowedTo(path, { q: target.q?.(facts) ?? '', filters: target.filters?.(facts) ?? {} }, persistentQuery);
}
